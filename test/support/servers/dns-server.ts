/** A real DNS server on loopback that answers as a test says, and remembers what it was asked. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export type Answer = { readonly type: 'A' | 'AAAA' | 'CNAME'; readonly data: string; readonly name?: string };
/** `times` counts how often this name was asked for this type before. */
export type Zone = (name: string, type: 'A' | 'AAAA', times: number) => readonly Answer[];

export interface DnsServer extends AsyncDisposable {
  readonly asked: string[];
  zone: Zone;
  /** As the connector takes it: both families, from this server alone. */
  resolve(name: string): Promise<string[]>;
}

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;

export async function startDns(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const times = new Map<string, number>();
  const server: DnsServer = {
    asked: [],
    zone,
    resolve: async (name) => {
      const resolver = new Resolver({ timeout: 2_000, tries: 2 });
      resolver.setServers([`127.0.0.1:${socket.address().port}`]);
      const both = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = both.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length === 0) throw new Error('ENOTFOUND');
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (query, from) => {
    const { name, code, end } = question(query);
    const type = code === TYPES.A ? 'A' : code === TYPES.AAAA ? 'AAAA' : undefined;
    const key = `${name} ${type}`;
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    server.asked.push(key);
    const answers = type === undefined ? [] : server.zone(name, type, before);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    const records = answers.map((answer) => record(answer.name ?? name, answer));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return server;
}

function question(query: Buffer): { name: string; code: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString('ascii'));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), code: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(name: string, { type, data }: Answer): Buffer {
  const value = type === 'CNAME' ? spelled(data) : Buffer.from(ipaddr.parse(data).toByteArray());
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(TYPES[type], 0);
  fixed.writeUInt16BE(1, 2);
  // A time to live of zero: clients ask again for every request.
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(value.length, 8);
  return Buffer.concat([spelled(name), fixed, value]);
}

function spelled(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'ascii')]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
