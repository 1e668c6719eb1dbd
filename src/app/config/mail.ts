/** What the configuration says of mail that is forwarded to the assistant. */
import { z } from 'zod';

export const mailConfig = z
  .strictObject({
    address: z.email().describe('The one address that mail is forwarded to.'),
    maxBytes: z.int().min(10_000).optional().describe('The largest mail that is taken; 100 MB when left out.'),
    smtp: z
      .strictObject({
        host: z.string().default('127.0.0.1').describe('The address to listen on.'),
        port: z.int().min(0).max(65_535).default(2525),
        perMinute: z.int().min(1).default(120).describe('How many mails one client may send in a minute.'),
        tls: z
          .strictObject({
            key: z.string().describe('The file of the private key (PEM), relative to this file.'),
            cert: z.string().describe('The file of the certificate chain (PEM), relative to this file.'),
            required: z.boolean().default(false).describe('Refuse mail that comes unencrypted.'),
          })
          .optional(),
      })
      .optional()
      .describe('Receive mail by SMTP.'),
    discordWebhook: z
      .strictObject({ env: z.string().describe('The name of the environment variable that holds its address.') })
      .optional()
      .describe('Tell a Discord channel of new mail.'),
  })
  .optional()
  .describe('Mail that is forwarded to the assistant.');
