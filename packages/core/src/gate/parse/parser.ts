import { AppError, type SqlParameters, sqlLimits } from '@sdq/contract';
import { mint, type Statement } from '../../stages.ts';
import type { Expression, SelectStatement } from '../../syntax/ast.ts';
import type { Token } from '../../syntax/tokens.ts';
import { type AdvisoryOutcome, AdvisoryParser, advisoryBracketDepthMax } from './advisory-parser.ts';
import { checkParameters } from './check-parameters.ts';
import { type CheckedText, checkText } from './check-text.ts';
import { withoutEnumValues } from './enum-values.ts';
import { objectionsOf } from './objections.ts';
import { type ReadText, RecentTexts } from './recent-texts.ts';
import { refuseUnparsed } from './refuse-unparsed.ts';
import { type RewrittenText, RewrittenTexts } from './rewritten-texts.ts';
import { type DescribedOverload, Serializer, treeText } from './serializer.ts';
import { shapeOf, TextShapes } from './text-shapes.ts';

export interface ParserOptions {
  /** Whether node-sql-parser, the advisory parser, checks each text beside DuckDB's parser; default true. */
  advisoryParser?: boolean;
}

export interface ParseOptions {
  /** Names of the tables the text may use. */
  tables: readonly string[];
  /** Whose text it is. */
  tenant?: string | null | undefined;
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
  readonly #shapes = new TextShapes();
  readonly #rewritten = new RewrittenTexts();

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
    const { checked, ast, reading } =
      this.#recent.get(options.tenant, text) ?? (await this.#readText(options.tenant, text));
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

  /** Checks the text alone, as `parse` does first. Errors: the same. */
  tokensOf(text: string, tenant?: string | null): CheckedText {
    return this.#recent.get(tenant, text)?.checked ?? checkText(text);
  }

  /** DuckDB's tree of a text, not yet admitted; null where it is not one SELECT. */
  async treeOf(text: string, tenant?: string | null): Promise<SelectStatement | null> {
    const known = this.#recent.get(tenant, text);
    if (known !== undefined) return known.ast;
    const { tokens } = checkText(text);
    const { sql } = await this.#serialize(text, tokens);
    if (sql.error) return null;
    const [ast, ...others] = sql.statements;
    return others.length > 0 ? null : (ast ?? null);
  }

  /** The functions that DuckDB has, whether or not they are allowed, one row per overload. */
  async functions(): Promise<DescribedOverload[]> {
    return await this.#serializer.functions();
  }

  /** An expression as DuckDB writes it in the name of a result column; undefined where it does not. */
  async textOf(expression: Expression): Promise<string | undefined> {
    return await this.#serializer.textOf(expression);
  }

  /**
   * The statement that a changed tree of another one stands for: DuckDB writes its text, which is read again and must be the
   * same tree; undefined where it is not. The advisory parser has read the text that was sent.
   */
  async rewritten(
    statement: Statement,
    tree: SelectStatement,
    tenant?: string | null,
  ): Promise<Statement | undefined> {
    const json = treeText(tree);
    const rewritten = this.#rewritten.get(tenant, json) ?? (await this.#rewrite(tree, json, tenant));
    if (rewritten === undefined) return undefined;
    const { text, ast } = rewritten;
    return mint<Statement>({ ...statement, text, endOffset: text.length, ast, objections: [] });
  }

  async #rewrite(
    tree: SelectStatement,
    json: string,
    tenant: string | null | undefined,
  ): Promise<RewrittenText | undefined> {
    const text = await this.#serializer.written(json);
    if (text === undefined || Buffer.byteLength(text) > sqlLimits.textBytesMax) return undefined;
    const { sql } = await this.#serializer.serialize(text);
    const [ast, ...others] = sql.error ? [] : sql.statements;
    if (ast === undefined || others.length > 0 || !isSameTree(ast, tree)) return undefined;
    const rewritten = { text, ast };
    this.#rewritten.keep(tenant, json, rewritten);
    return rewritten;
  }

  async #readText(tenant: string | null | undefined, text: string): Promise<ReadText> {
    const checked = checkText(text);
    const shape = shapeOf(text, checked.tokens);
    const known = shape && this.#shapes.read(tenant, shape);
    if (known !== undefined) {
      const read: ReadText = { checked, ...known };
      this.#recent.keep(tenant, text, read);
      return read;
    }
    const [{ sql, length: astLength }, reading] = await Promise.all([
      this.#serialize(text, checked.tokens),
      this.#read(text.slice(0, checked.endOffset), checked.bracketDepth),
    ]);
    if (sql.error) throw refuseUnparsed(sql, text, checked.tokens);
    const [ast, ...others] = sql.statements;
    if (ast === undefined) throw new AppError('sql_syntax_error', 'The query is empty');
    if (others.length > 0) {
      throw new AppError('multiple_statements', 'Only one statement is allowed');
    }
    const read: ReadText = { checked, ast, reading, astLength };
    this.#recent.keep(tenant, text, read);
    if (shape !== undefined) this.#shapes.keep(tenant, shape, read);
    return read;
  }

  /** DuckDB cannot serialize an ENUM inside another type: its values are left out where it says so. */
  async #serialize(text: string, tokens: readonly Token[]): ReturnType<Serializer['serialize']> {
    const answer = await this.#serializer.serialize(text);
    if (!answer.sql.error || answer.sql.error_type !== 'serialization') return answer;
    const without = withoutEnumValues(text, tokens);
    return without === null ? answer : await this.#serializer.serialize(without);
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

/** Whether two trees are the same but for places in the text. */
function isSameTree(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        key === 'query_location' ||
        isSameTree((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
