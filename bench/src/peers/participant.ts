export const engineName = 'sdq';

/** One that took part, or why it could not. The engine stands first, under the name of {@link engineName}. */
export type Participant =
  | {
      readonly name: string;
      readonly description: string;
      /** Of its copy of the rows. */
      readonly bytes: number;
      readonly buildSeconds?: number;
    }
  | { readonly name: string; readonly absent: string };
