/** Reads server-sent events as they come. */
export interface ServerEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join('\n');
      const data = field('data');
      if (data !== '') yield { event: field('event'), data: JSON.parse(data) as Record<string, unknown> };
    }
  }
}
