import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { patient, temporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { MarkdownKnowledge } from './markdown-knowledge.ts';

test('one who has enough of waiting takes nothing from those who wait with them', async () => {
  await using space = await temporaryWorkspace();
  await writeFile(join(space.root, 'a.md'), '# Zebra\n\nstripes\n');
  const knowledge = new MarkdownKnowledge(space.files);
  const controller = new AbortController();
  const gone = knowledge.search('zebra', 1, controller.signal);
  const stays = knowledge.search('zebra', 1, patient);
  controller.abort(new Error('enough'));
  await expect(gone).rejects.toThrow('enough');
  expect(await stays).toMatchObject([{ id: 'a.md#zebra', citation: { file: 'a.md', heading: 'Zebra' } }]);
});
