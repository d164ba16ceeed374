/** One export, performed once. */
export interface ExportCall {
  readonly id: number;
  readonly name: string;
  readonly argument: Readonly<Record<string, string | number>>;
}

/** The cost in the process that performed the export, including all threads and children. */
export interface ExportCost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly bytes: number;
  /** Milliseconds until the first bytes of rows. */
  readonly firstMs: number;
}

export type ExportReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** Answers calls by name, one at a time, until the parent disconnects. */
export function answerCalls(
  calls: Readonly<Record<string, (argument: ExportCall['argument']) => Promise<unknown>>>,
): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', async ({ id, name, argument }: ExportCall) => {
    const reply = (message: ExportReply) => process.send?.(message);
    try {
      const call = calls[name];
      if (call === undefined) throw new Error(`no call is named ${name}`);
      reply({ id, result: await call(argument) });
    } catch (error) {
      reply({ id, error: (error as Error).message });
    }
  });
}
