/**
 * What connects a run to the proxy. The run has no network but its own loopback, where this listens; each connection is carried
 * to the proxy's socket. It is Python because that is there wherever code is run, and a Node may not be. Before it becomes the
 * command it takes sockets with names away, which it alone needs: the filter comes as hexadecimal text.
 */
import { CODE } from './bubblewrap-layout.ts';

export const PROXY_SOCKET = `${CODE}/proxy`;
const PORT = 3128;

export const proxyVariables: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, `http://127.0.0.1:${PORT}`]),
  ),
  no_proxy: 'localhost,127.0.0.1,::1',
  NO_PROXY: 'localhost,127.0.0.1,::1',
  NODE_USE_ENV_PROXY: '1',
};

export const RELAY = `
import ctypes, os, socket, sys

listener = socket.create_server(("127.0.0.1", ${PORT}), backlog=64)

if os.fork() == 0:
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    import asyncio

    async def pump(reader, writer):
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
            writer.write_eof()
        except OSError:
            writer.close()

    async def carry(near_reader, near_writer):
        try:
            far_reader, far_writer = await asyncio.open_unix_connection("${PROXY_SOCKET}")
        except OSError:
            near_writer.close()
            return
        await asyncio.gather(pump(near_reader, far_writer), pump(far_reader, near_writer))
        far_writer.close()
        near_writer.close()

    async def serve():
        server = await asyncio.start_server(carry, sock=listener)
        await server.serve_forever()

    asyncio.run(serve())
    os._exit(0)

listener.close()
filter = bytes.fromhex(open("${CODE}/filter").read())


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
program = Program(len(filter) // 8, filter)
if ctypes.CDLL(None).prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
    sys.exit("the sandbox could not be closed")
os.execv(sys.argv[1], sys.argv[1:])
`;
