/** Does one task of a race on a runtime. */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { Deputize } from '../../../src/app/library.ts';
import { OWNER, toErrorValue } from '../../../src/core/index.ts';
import type { Done, Task } from '../processes/second-door.ts';

export async function perform(deputize: Deputize, task: Task): Promise<Done> {
  try {
    switch (task.do) {
      case 'call': {
        const { tool, args, callId, confirmToken } = task;
        return { outcome: (await deputize.call(tool, args, { callId, confirmToken })).outcome };
      }
      case 'decide':
        return { outcome: (await deputize.approvals.decide(task.approval, { decision: task.decision })).outcome };
      case 'expire':
        await deputize.runtime.approvals.expireOverdue();
        return {};
      case 'tick':
        while (task.when !== undefined && !existsSync(task.when)) await pause(20);
        await deputize.runtime.tick();
        return {};
      case 'revoke': {
        const person = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
        await deputize.runtime.revokeGrant(task.grant, person);
        return {};
      }
    }
  } catch (error) {
    return { code: toErrorValue(error).code };
  }
}
