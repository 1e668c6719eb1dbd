/** What the store of an organization's files promises, on SQLite and on PostgreSQL with row-level security, with real jobs and a real index. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { OrganizationFiles } from '../../../src/ports/organization-files.ts';
import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { openCompany, type Company, type Somebody } from '../../support/worlds/company.ts';

vi.setConfig({ testTimeout: 60_000 });

const { signal } = new AbortController();

describe.each(bothDatabases())('O3, O7: an organization’s files on $name', ({ place }) => {
  let company: Company;
  let member: Somebody;
  let colleague: Somebody;
  let stranger: Somebody;
  const files = (by: Somebody): OrganizationFiles => {
    const { organization } = company.server.assembly;
    if (!organization) throw new Error('the preset is not there');
    return organization.filesOf(by.person);
  };
  const add = (by: Somebody, filename: string, text: string, isPersonal = false) =>
    files(by).add({
      ...{ id: crypto.randomUUID(), filename, contentType: 'text/plain', isPersonal, isText: false },
      content: new TextEncoder().encode(text),
    });
  const indexed = (by: Somebody, id: string) =>
    vi.waitFor(async () => expect((await files(by).text(id)).file.status).toBe('indexed'), {
      ...{ timeout: 45_000, interval: 100 },
    });

  beforeAll(async () => {
    company = await openCompany(await place());
    const [sales] = company.departments;
    const inSales = company.everyone.filter(({ departmentIds }) => departmentIds.join() === sales?.id);
    const outside = company.everyone.find(({ departmentIds }) => departmentIds.length === 0);
    const [first, second] = inSales;
    if (!first || !second || !outside) throw new Error('the company is not as it should be');
    [member, colleague, stranger] = [first, second, outside];
  });
  afterAll(() => company[Symbol.asyncDispose]());

  test('what a member puts in is the department’s: found, read and downloaded by its members alone', async () => {
    expect(await files(member).place(false)).toBe('Sales');
    const { id, status } = await add(member, 'ostrich.txt', 'An ostrich cannot fly.');
    expect(status).toBe('processing');
    await indexed(member, id);
    for (const asked of [{}, { query: 'ostrich' }, { query: 'cannot fly' }, { contentType: 'text' }]) {
      const { files: found, total } = await files(colleague).search({ ...asked, limit: 20 }, signal);
      expect({ ids: found.map((file) => file.id), total }).toEqual({ ids: [id], total: 1 });
      expect(await files(stranger).search({ ...asked, limit: 20 }, signal)).toEqual({ files: [], total: 0 });
    }
    expect((await files(colleague).text(id)).text.trim()).toBe('An ostrich cannot fly.');
    expect(new TextDecoder().decode((await files(colleague).content(id))?.bytes)).toBe('An ostrich cannot fly.');
    expect(await files(stranger).content(id)).toBeUndefined();
    await files(stranger).remove(id);
    expect(await files(member).content(id)).toBeDefined();
    await files(colleague).remove(id);
    expect(await files(member).content(id)).toBeUndefined();
    expect((await files(member).search({ query: 'ostrich', limit: 20 }, signal)).total).toBe(0);
  });

  test('a private file is hidden from other users, and its id acts like an unknown one', async () => {
    const { id } = await add(member, 'diary.txt', 'Dear diary.', true);
    await indexed(member, id);
    const error = async (by: Somebody, asked: string) =>
      files(by)
        .text(asked)
        .catch((thrown: unknown) => String(thrown));
    expect(await error(colleague, id)).toBe(await error(colleague, crypto.randomUUID()));
    expect((await files(colleague).search({ query: 'diary', limit: 20 }, signal)).total).toBe(0);
    await files(member).remove(id);
  });

  test('the same id is never taken twice, and a file without text says why', async () => {
    const id = crypto.randomUUID();
    const file = {
      id,
      filename: 'noise.bin',
      contentType: 'application/octet-stream',
      isPersonal: true,
      isText: false,
    };
    const content = Uint8Array.from({ length: 64 }, (_, at) => (at * 37) % 256);
    await files(member).add({ ...file, content });
    await files(stranger)
      .add({ ...file, content: new Uint8Array(1) })
      .catch(() => undefined);
    expect((await files(member).content(id))?.bytes).toEqual(content);
    expect(await files(stranger).content(id)).toBeUndefined();
    await vi.waitFor(async () => expect((await files(member).content(id))?.file).toMatchObject({ status: 'error' }), {
      ...{ timeout: 45_000, interval: 100 },
    });
    expect((await files(member).content(id))?.file.reason).toMatch(/\w/);
  });
});
