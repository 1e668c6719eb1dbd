/** The tools that every preset has without listing them: with them a conversation finds its way among too many others. */
import type { Tool } from '../../core/index.ts';
import { searchTools } from '../../toolsets/session/search-tools.ts';
import { toolDocs } from '../../toolsets/session/tool-docs.ts';
import { documented } from './tool-docs.ts';

export const discoveryTools: readonly Tool[] = [searchTools, toolDocs].map((tool) => documented(tool, ['session']));
