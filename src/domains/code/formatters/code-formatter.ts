/** What a formatter is to format_code: a program that is given one text and answers another. */
import type { ProgramSpec } from '../find-program.ts';
import type { ProjectFolder } from '../project-folder.ts';

export interface CodeFormatter {
  /** The ends of the names of files that it understands. */
  readonly endings: readonly string[];
  /** Whether what stands in a folder says that files in it and below are formatted by this. */
  readonly claims: (folder: ProjectFolder) => boolean;
  /** Whether it is meant also where no folder claims so, because its language knows hardly any other. */
  readonly isUsual: boolean;
  readonly program: ProgramSpec;
  /** A script for the sandbox, and what runs it. It is given the program and the files, and answers a line for each. */
  readonly script: { readonly name: string; readonly text: string; readonly interpreter: ProgramSpec };
}

const shell: ProgramSpec = { name: 'sh', remedy: 'apt-get install dash' };

/**
 * Runs a program once for each file, from its input to its output, so that it needs to write nothing. A line of the answer is
 * `=` where the text stays as it is, `0` and the new text, or the exit code and the complaint, these two in base64.
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
