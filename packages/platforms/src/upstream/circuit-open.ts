import { AppError } from '@sdq/contract';

/** The error of calls while the circuit breaker of a driver is open. */
export class CircuitOpen extends AppError {
  constructor(driver: string, retryAfterSeconds: number) {
    super('service_unavailable', 'The platform’s own service fails at the moment', {
      meta: { driver },
      retryAfterSeconds,
    });
  }
}
