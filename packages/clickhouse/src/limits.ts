/** Limits of queries and loads over a cluster; docs/limits.md lists them. */

/** Connections to one node at the same time; further requests wait. */
export const connectionsMax = 64;

/** Time in which a node must accept a connection and answer a question about itself. */
export const answerMsMax = 10_000;

/** Time in which a node must finish one statement of a load. */
export const loadMsMax = 6 * 3_600_000;

/** A reader may be this much slower than a query: after that the node stops the query. */
export const readerSecondsMax = 900;

/** How long the node waits for one part of an answer to be taken. */
export const sendSecondsMax = 300;

/** Rows of one batch of an answer: those of DuckDB. */
export const batchRows = 2_048;

/** Bytes from the end of an answer in which a node tells why it failed. */
export const tailBytesMax = 32 * 1024;

/** Attempts of one query at different nodes, before its first rows are there. */
export const attemptsMax = 3;

/** Memory that one query may use on one node; SDQ_CLICKHOUSE_MEMORY_BYTES changes it. */
export const memoryBytesMax = 4 * 1024 ** 3;

/** How long a snapshot that is no longer current stays in the cluster. */
export const keepMsDefault = 3_600_000;

/** A change of more than this share of the rows of a table loads the table again. */
export const patchShareMax = 0.3;

/** Rows of small months that are inserted together; one month is never divided. */
export const insertRowsMax = 1_000_000;
