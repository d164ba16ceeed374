/** Messages for kinds that the description does not contain. */
export const kindMessages: Readonly<Record<string, string>> = {
  SHOW_REF:
    'SHOW, DESCRIBE and SUMMARIZE are not supported. Get table schemas from GET /api/{platform}/sql/schema.',
};
