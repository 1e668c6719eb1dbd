/** A reader of files that tries to reach the network, and says how that went. */
import { connect } from 'node:net';

const { filename } = JSON.parse(process.argv[2] ?? '{}') as { filename: string };
const socket = connect(Number(filename), '127.0.0.1');
const text = await new Promise<string>((resolve) => {
  socket.once('connect', () => resolve('reached'));
  socket.once('error', (error) => resolve(String(Reflect.get(error, 'code'))));
});
socket.destroy();
process.stdout.write(JSON.stringify({ kind: 'text', text }));
