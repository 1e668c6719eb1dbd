/** Takes all the time or all the memory that it is given. */
if ((process.argv[2] ?? '').includes('spin')) for (;;) Math.random();
const held: Uint8Array[] = [];
for (;;) held.push(new Uint8Array(50_000_000).fill(1));
