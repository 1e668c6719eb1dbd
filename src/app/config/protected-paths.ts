/** The key `protectedPaths` of `deputize.yaml`: files that programs of the person run or obey. */
import { z } from 'zod';

/** Read by programs when the person opens a folder, enters it in a shell, or uses Git there. */
const DEFAULT = [
  // Repositories. A folder with HEAD can be one, whatever its name.
  ...['.git', 'HEAD', '.gitmodules', '.gitconfig', '.githooks', '.husky', 'lefthook.yml', '.pre-commit-config.yaml'],
  // Editors.
  ...['.vscode/tasks.json', '.vscode/settings.json', '.vscode/launch.json', '*.code-workspace', '.idea', '.run'],
  ...['.zed/tasks.json', '.zed/settings.json', '.devcontainer', '.devcontainer.json', '.vimrc', '.exrc', '.nvim.lua'],
  ...['.dir-locals.el', '.emacs'],
  // Assistants.
  ...['.mcp.json', '.cursor', '.claude', '.codex', '.gemini'],
  // Shells.
  ...['.envrc', '.mise.toml', 'mise.toml', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.profile'],
  ...['.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.config/fish'],
  // Package managers and build servers.
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.github/workflows', '.gitlab-ci.yml'],
];

export const protectedPaths = z
  .array(z.string().regex(/^[^/\0]+(\/[^/\0]+)*$/, 'a name or path without a leading slash, with * for any characters'))
  .default(DEFAULT)
  .describe(
    'Paths that code never changes, and that a file tool changes only after asking: at any depth, with all below. Replaces the default list.',
  );
