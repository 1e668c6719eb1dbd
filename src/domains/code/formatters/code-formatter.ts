/** A formatter for format_code: a program that reads a text and returns the formatted text. */
import type { ProgramSpec } from '../find-program.ts';
import type { ProjectFolder } from '../project-folder.ts';

export interface CodeFormatter {
  /** Suffixes of the file names that it formats. */
  readonly endings: readonly string[];
  /** Whether the files of a folder say that this formatter applies to it and to the folders below. */
  readonly claims: (folder: ProjectFolder) => boolean;
  /** Whether it also applies where no folder claims it, because its language has hardly any other formatter. */
  readonly isUsual: boolean;
  readonly program: ProgramSpec;
  /** The script for the sandbox, and its interpreter. Its arguments are the program and the files. It prints one line per file. */
  readonly script: { readonly name: string; readonly text: string; readonly interpreter: ProgramSpec };
}

const shell: ProgramSpec = { name: 'sh', remedy: 'apt-get install dash' };

/**
 * Runs a program once for each file, from stdin to stdout, so that it needs no write access. Each output line is `=` for an
 * unchanged text, `0` and the new text, or the exit code and the error output. The new text and the error output are in base64.
 */
export function filterScript(command: string): CodeFormatter['script'] {
  const text = `program=$1
shift
for file; do
  ${command} <"$file" >"$TMPDIR/new" 2>"$TMPDIR/complaint"
  code=$?
  if [ $code != 0 ]; then
    echo "$code $(head -c 2000 "$TMPDIR/complaint" | base64 | tr -d '\\n')"
  elif cmp -s "$file" "$TMPDIR/new"; then
    echo =
  else
    echo "0 $(base64 <"$TMPDIR/new" | tr -d '\\n')"
  fi
done
`;
  return { name: 'format.sh', text, interpreter: shell };
}
