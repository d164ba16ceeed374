import { AppError } from '@sdq/contract';

interface Place {
  createdAt: Date;
  requestId: string;
}

/** Where a page of the usage log ended. It says nothing that its reader has not seen, and opens no other's lines. */
export function writeCursor({ createdAt, requestId }: Place): string {
  return Buffer.from(`${createdAt.getTime()}.${requestId}`).toString('base64url');
}

/** Errors: `invalid_cursor`. */
export function readCursor(text: string): Place {
  const match = /^(\d{1,15})\.(req_[0-9A-Z]{26})$/.exec(Buffer.from(text, 'base64url').toString());
  const [, time, requestId] = match ?? [];
  if (time === undefined || requestId === undefined) {
    throw new AppError('invalid_cursor', 'This is no cursor of the usage log');
  }
  return { createdAt: new Date(Number(time)), requestId };
}
