import { AppError } from '@sdq/contract';

/** A driver that has failed so often that it is left alone for a while. */
export class CircuitOpen extends AppError {
  constructor(driver: string, retryAfterSeconds: number) {
    super('service_unavailable', 'The platform’s own service fails at the moment', {
      meta: { driver },
      retryAfterSeconds,
    });
  }
}
