export const engineName = 'sdq';

/**
 * A contestant that took part, or the reason why it could not. The engine is first, under the name {@link engineName}.
 */
export type Participant =
  | {
      readonly name: string;
      readonly description: string;
      /** The bytes of its copy of the rows. */
      readonly bytes: number;
      readonly buildSeconds?: number;
    }
  | { readonly name: string; readonly absent: string };
