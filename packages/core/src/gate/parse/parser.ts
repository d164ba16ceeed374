import { AppError, type SqlParameters } from '@sdq/contract';
import { mint, type Statement } from '../../stages.ts';
import { type AdvisoryOutcome, AdvisoryParser, advisoryBracketDepthMax } from './advisory-parser.ts';
import { checkParameters } from './check-parameters.ts';
import { checkText } from './check-text.ts';
import { objectionsOf } from './objections.ts';
import { type ReadText, RecentTexts } from './recent-texts.ts';
import { refuseNumber, refuseUnparsed } from './refuse-unparsed.ts';
import { Serializer } from './serializer.ts';

export interface ParserOptions {
  /** Whether node-sql-parser, the advisory parser, checks each text beside DuckDB's parser; default true. */
  advisoryParser?: boolean;
}

export interface ParseOptions {
  /** Names of the tables the text may use. */
  tables: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Turns a text into one SELECT with DuckDB's AST. DuckDB's own parser is the authority; the advisory parser
 * (node-sql-parser, in a thread) may object, but its tree is never executed. One parser serves concurrent queries.
 */
export class Parser implements AsyncDisposable {
  readonly #serializer: Serializer;
  readonly #advisoryParser: AdvisoryParser | null;
  readonly #recent = new RecentTexts();

  private constructor(serializer: Serializer, advisoryParser: AdvisoryParser | null) {
    this.#serializer = serializer;
    this.#advisoryParser = advisoryParser;
  }

  static async open(options: ParserOptions = {}): Promise<Parser> {
    const [serializer, advisoryParser] = await Promise.all([
      Serializer.open(),
      options.advisoryParser === false ? null : AdvisoryParser.open(),
    ]);
    return new Parser(serializer, advisoryParser);
  }

  /**
   * Rejects with `sql_syntax_error`, `statement_not_allowed`, `multiple_statements` or `sql_parameter_error`,
   * with the place in the text where there is one; with `query_cancelled` when the signal was aborted.
   */
  async parse(
    text: string,
    parameters: SqlParameters | undefined,
    options: ParseOptions,
  ): Promise<Statement> {
    const { checked, ast, reading } = this.#recent.get(text) ?? (await this.#readText(text));
    if (options.signal?.aborted) throw new AppError('query_cancelled', 'The query was cancelled');
    return mint<Statement>({
      text,
      endOffset: checked.endOffset,
      ast,
      parameters: checkParameters(text, ast.named_param_map ?? [], checked.tokens, parameters),
      advisoryParser: typeof reading === 'string' ? reading : reading.parsed ? 'parsed' : 'not parsed',
      objections: typeof reading === 'string' ? [] : objectionsOf(reading, options.tables),
    });
  }

  async #readText(text: string): Promise<ReadText> {
    const checked = checkText(text);
    const [{ sql, length: astLength }, reading] = await Promise.all([
      this.#serializer.serialize(text),
      this.#read(text.slice(0, checked.endOffset), checked.bracketDepth),
    ]);
    if (sql === null) throw refuseNumber(text, checked.tokens);
    if (sql.error) throw refuseUnparsed(sql, text, checked.tokens);
    const [ast, ...others] = sql.statements;
    if (ast === undefined) throw new AppError('sql_syntax_error', 'The query is empty');
    if (others.length > 0) {
      throw new AppError('multiple_statements', 'Only one statement is allowed');
    }
    const read: ReadText = { checked, ast, reading, astLength };
    this.#recent.keep(text, read);
    return read;
  }

  async #read(text: string, bracketDepth: number): Promise<AdvisoryOutcome | 'off' | 'not parsed'> {
    if (this.#advisoryParser === null) return 'off';
    return bracketDepth > advisoryBracketDepthMax ? 'not parsed' : await this.#advisoryParser.read(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#advisoryParser?.[Symbol.asyncDispose]();
    await this.#serializer[Symbol.asyncDispose]();
  }
}
