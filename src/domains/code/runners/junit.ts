/** Reads a JUnit report, which is what pytest and Node's own runner can write. */
import { type TestFailure, findSourceLocation, type TestReport } from './test-runner.ts';

interface Case {
  readonly name: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  outcome: 'passed' | 'failed' | 'skipped';
  message: string;
  text: string;
}

export async function readJunit(xml: string): Promise<TestReport | undefined> {
  // Loaded with the first report: to list the tool takes no parser.
  const { Parser } = await import('htmlparser2');
  const cases: Case[] = [];
  const suites: string[] = [];
  let current: Case | undefined;
  let isInside = false;
  let isWhole = false;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const { name = '', classname = '', file, line, message = '' } = attributes;
        if (tag === 'testsuite') suites.push(name);
        if (tag === 'testcase') {
          current = {
            name: fullName(suites, classname, name),
            file,
            ...parseLine(line),
            outcome: 'passed',
            message: '',
            text: '',
          };
          cases.push(current);
        }
        if (current === undefined || !['failure', 'error', 'skipped'].includes(tag)) return;
        current.outcome = tag === 'skipped' ? 'skipped' : 'failed';
        current.message = message;
        isInside = tag !== 'skipped';
      },
      ontext: (text) => {
        if (current && isInside) current.text += text;
      },
      onclosetag: (tag, implied) => {
        if (tag === 'failure' || tag === 'error') isInside = false;
        if (tag === 'testcase') current = undefined;
        if (tag === 'testsuite') suites.pop();
        if (tag === 'testsuites') isWhole = !implied;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  if (!isWhole) return undefined;
  const count = (outcome: Case['outcome']): number => cases.filter((one) => one.outcome === outcome).length;
  return {
    ...{ passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    failures: cases.filter(({ outcome }) => outcome === 'failed').map(toFailure),
  };
}

/** pytest names one suite after itself and puts the module into the class; Node nests suites and calls every class "test". */
function fullName(suites: readonly string[], classname: string, name: string): string {
  const inside = suites.filter((suite) => suite !== 'pytest');
  if (classname !== '' && classname !== 'test') inside.push(classname);
  return [...inside, name].filter((part) => part !== '').join(' > ');
}

/** pytest counts lines from zero. */
const parseLine = (line: string | undefined): { line: number | undefined } => ({
  line: line === undefined || !/^\d+$/.test(line) ? undefined : Number(line) + 1,
});

function toFailure({ name, file, line, message, text }: Case): TestFailure {
  const detail = text.includes(message) ? text.trim() : `${message}\n${text.trim()}`;
  return { name, ...(file === undefined ? findSourceLocation(text) : { file, line }), message: detail };
}
