/** The settings of mail that is forwarded to the assistant, in `deputize.yaml`. */
import { z } from 'zod';

export const mailConfig = z
  .strictObject({
    address: z.email().describe('The one address that mail is forwarded to.'),
    maxBytes: z.int().min(10_000).optional().describe('The largest mail that is accepted, in bytes. Left out, 100 MB.'),
    smtp: z
      .strictObject({
        host: z.string().default('127.0.0.1').describe('The address to listen on.'),
        port: z.int().min(0).max(65_535).default(2525).describe('The port to listen on.'),
        perMinute: z.int().min(1).default(120).describe('How many mails one client may send in a minute.'),
        tls: z
          .strictObject({
            key: z.string().describe('The file of the private key (PEM), relative to this file.'),
            cert: z.string().describe('The file of the certificate chain (PEM), relative to this file.'),
            required: z.boolean().default(false).describe('Whether unencrypted mail is refused.'),
          })
          .optional()
          .describe('Encryption by STARTTLS. Left out, mail is received unencrypted.'),
      })
      .optional()
      .describe('The SMTP server that receives mail. Left out, mail comes from files only.'),
    discordWebhook: z
      .strictObject({ env: z.string().describe('The name of the environment variable that holds its address.') })
      .optional()
      .describe('The address of a Discord webhook. The channel gets a message about new mail.'),
  })
  .optional()
  .describe('Mail that is forwarded to the personal preset.');
