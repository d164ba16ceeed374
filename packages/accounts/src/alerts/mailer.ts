import { createTransport } from 'nodemailer';
import type { Notification } from './notification.ts';

export interface MailOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  /** The sender's address. */
  from: string;
}

const timeoutMs = 10_000;

/** Sends mail over SMTP. */
export interface Mailer {
  /** Resolves when the SMTP server has accepted the mail. */
  send(to: string, name: string, notification: Notification): Promise<void>;
  close(): void;
}

export function createMailer({ url, from }: MailOptions): Mailer {
  const transport = createTransport(url, {
    from,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  } as never);
  return {
    async send(to, name, { notificationId, message }) {
      await transport.sendMail({
        to,
        subject: 'Usage alert',
        text: `Hello ${name},\n\n${message}\n\nYou receive this message because usage alerts are enabled in your account settings.\n`,
        // the same for every attempt, so that mail clients detect duplicates
        messageId: `<${notificationId}@sdq>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
