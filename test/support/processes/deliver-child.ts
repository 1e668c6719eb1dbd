/** Delivers one mail in a separate process that the test kills: `node deliver-child.ts DATA WORKSPACE CONFIG AUDIENCE ID`. */
import { assemble } from '../../../src/app/assemble/assemble.ts';
import type { AudienceId } from '../../../src/core/access/audience.ts';

const [data, workspace, config, audience = '', id = ''] = process.argv.slice(2);
const { organization, close } = await assemble({ data, workspace, config, log: () => undefined });
await organization?.mail.outbox.deliver(audience as AudienceId, id, new AbortController().signal);
await close();
