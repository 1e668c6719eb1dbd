/** For the tests of tools: a context like the one that a handler gets, which keeps what the handler did with it. */

/**
 * @param {object} [given] what this test wants to be otherwise
 * @param {string} [given.clientId]
 * @param {{ id?: string, version?: string, idempotent?: boolean }} [given.tool]
 * @param {{ isActive?: boolean, toolsVersion?: string, state?: object }} [given.session]
 * @param {boolean} [given.voice] whether the client speaks and listens
 * @param {(message: object) => Promise<void> | void} [given.send] called for each message; throw to have it fail
 * @param {Record<string, Record<string, (args: object) => unknown>>} [given.services] what "uses" in schema.json names
 */
export function createTestContext(given = {}) {
  const sent = [];
  const logged = [];
  const context = {
    clientId: given.clientId ?? 'test-client',
    tool: { id: 'test_tool', version: '1.0.0', idempotent: true, ...given.tool },
    session: { isActive: true, toolsVersion: 'test', state: {}, ...given.session },
    messaging: {
      send: async (message) => {
        await given.send?.(message);
        sent.push(structuredClone(message));
      },
    },
    voice: { isActive: () => given.voice ?? false },
    ...(given.services ? { services: servicesOf(given.services) } : {}),
    audit: {
      log: (event, data) => {
        logged.push({ event, data: structuredClone(data) });
      },
    },
  };
  return { context: deepFreeze(context), sent, logged };
}

function servicesOf(given) {
  const methodsOf = (methods) =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [name, async (args = {}) => method(structuredClone(args))]),
    );
  return Object.fromEntries(Object.entries(given).map(([name, methods]) => [name, methodsOf(methods)]));
}

function deepFreeze(value) {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
