import type { Principal } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { pgLimits } from '../pg-limits.ts';
import { ByteReader } from '../protocol/byte-reader.ts';
import { malformed, ProtocolError } from '../protocol/protocol-error.ts';
import { replies } from '../protocol/replies.ts';
import { ClientGone, type Wire } from '../protocol/wire.ts';
import type { Caller, QueryService } from '../query-service.ts';
import { checkScram, impossibleVerifier } from '../session/scram.ts';

/** The ID of a key, as a user. */
export type UserName = Principal['keyId'];

export interface Login {
  readonly user: UserName;
  readonly platform: string;
  readonly address: string;
  readonly isEncrypted: boolean;
}

/**
 * Checks the key of a client: by SCRAM, or for a key without a verifier by its text, under TLS only.
 * Errors: ProtocolError, those of `logIn`, `rate_limited`, ClientGone.
 */
export async function logIn(wire: Wire, service: QueryService, login: Login): Promise<Caller> {
  const { user, platform, address } = login;
  try {
    const key = await prove(wire, service, login);
    return await service.logIn({ keyId: user, ...(key !== undefined && { key }) }, platform);
  } catch (error) {
    throw service.noteFailure(error, address);
  }
}

/** Returns the text of the key where the client sent it. Errors: `invalid_api_key`. */
async function prove(
  wire: Wire,
  service: QueryService,
  { user, isEncrypted }: Login,
): Promise<string | undefined> {
  const known = await service.findLogin(user);
  const exchange = {
    async send(message: Buffer) {
      await wire.send(message);
      await wire.flush();
    },
    receive: () => password(wire),
  };
  if (known?.verifier === null) {
    if (!isEncrypted) {
      throw new ProtocolError(
        '28000',
        'This key was made before logins by SCRAM, and its text is sent under TLS only',
        {
          hint: 'Rotate the key, or connect with TLS (sslmode=require)',
        },
      );
    }
    await exchange.send(replies.cleartextPassword);
    return new ByteReader(await exchange.receive()).text();
  }
  if (await checkScram(known?.verifier ?? impossibleVerifier(user), exchange)) return undefined;
  throw new AppError('invalid_api_key', 'The API key is invalid', {
    hint: 'The user is the ID of a data key (key_…), the password its text (sdq_live_…)',
  });
}

async function password(wire: Wire): Promise<Buffer> {
  const message = await wire.next({ bytesMax: pgLimits.loginBytesMax, ms: pgLimits.loginMs });
  if (message === undefined || message === 'silent') throw new ClientGone('The client left during its login');
  if (message.letter !== 'p') throw malformed('A login needs a password message');
  return message.body;
}
