/** The organization's files as mail attachments. They are stored under the hash of their content, so they cannot change before sending. */
import { DeputizeError, type Principal } from '../../core/index.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { OrganizationFiles } from '../../ports/organization-files.ts';
import type { SharedFiles } from '../../ports/shared-files.ts';

export function attachableFiles(filesOf: (principal: Principal) => OrganizationFiles, objects: ObjectStore) {
  return (principal: Principal): SharedFiles => ({
    async find(id) {
      const found = await filesOf(principal).content(id);
      if (!found) return undefined;
      const { filename: name, contentType: type } = found.file;
      return { name, type, ...(await objects.put(found.bytes)) };
    },
    async content(hash) {
      const bytes = await objects.get(hash);
      if (bytes) return bytes;
      throw new DeputizeError('NOT_FOUND', 'There is no such file to attach.');
    },
  });
}
