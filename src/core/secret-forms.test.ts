/** Secrets are found in every form in which people and programs write them, and texts without secrets stay as they are. */
import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';

import { redactText } from './redact.ts';
import { loadSecretlintRules } from '../connectors/secrets/secretlint-rules.ts';
import { useSecretRules } from './secret-forms.ts';

beforeAll(async () => useSecretRules(await loadSecretlintRules()));

/** Text that looks random, made here so that no scanner finds it in the sources. */
const random = (length: number, alphabet = 'Zx8Kq2Lm9Vb4Nc7Jp1Rt6Wy3Ue5Io0AsDf'): string =>
  Array.from({ length }, (_, at) => alphabet[(at * 7 + 3) % alphabet.length]).join('');
const hex = (length: number): string => random(length, '0f1e2d3c4b5a6978');
const secret = random(14);

/** The forms that the rules were written for. */
const FORMS: [string, string?][] = [
  [`DB_PASSWORD=${secret}`],
  [`export AWS_SECRET_ACCESS_KEY=${random(40)}`, random(40)],
  [`PGPASSWORD=${secret} psql -h db`],
  [`token=${secret}`],
  [`Authorization: Token ${secret}`],
  [`mysql --user root --password ${secret}`],
  [`curl -u admin:${secret} https://api.example.com`],
  [`curl --user admin:${secret} https://api.example.com`],
  [`password: ${secret}`],
  [`"client_secret": "${secret}"`],
  [`api-key=${secret}`],
  [`--api-key=${secret}`],
  [`deploy --token ${secret}`],
  [`https://x.example/?sig=${secret}&a=1`],
  [`X-Api-Key: ${secret}`],
  [`mysqldump -u root -p${secret} shop`],
  [`sshpass -p ${secret} ssh host`],
  [`redis-cli -h cache -a ${secret}`],
  [`machine h.example login ann password ${secret}`],
  [`create user ann identified by '${secret}'`],
  [`<password>${secret}</password>`],
  [`spring.datasource.password=${secret}`],
  [`SG.${random(22)}.${random(43)}`, random(43)],
  [`hvs.${random(92)}`, random(92)],
  [`dckr_pat_${random(27)}`, random(27)],
  [`shpat_${hex(32)}`, hex(32)],
  [`glsa_${random(32)}_${hex(8)}`, random(32)],
  [`lin_api_${random(40)}`, random(40)],
];

/** Written before the rules were tried on them, and not used to change them. */
const HELD_OUT: readonly (readonly [string, string?])[] = [
  [`SMTP_PASSWORD="${secret}"`],
  [`STRIPE_API_KEY: ${secret}`],
  [`REDIS_PASSPHRASE=${secret}`],
  [`GITLAB_ACCESS_TOKEN = '${secret}'`],
  [`setx DB_PWD=${secret}`],
  [`authorization: ApiKey ${secret}`],
  [`Proxy-Authorization: Digest response="${secret}"`],
  [`helm install --set auth.password=${secret}`],
  [`docker login --username ann --password=${secret}`],
  [`wget --http-password ${secret} https://x.example`],
  [`curl -uadmin:${secret} https://x.example`],
  [`mongodb+srv://ann:${secret}@cluster.example/db`],
  [`{"refresh_token":"${secret}"}`],
  [`X-Auth-Token: ${secret}`],
  [`Cookie: session=${secret}; theme=dark`],
  [`ENCRYPTION_KEY=${secret}`],
  [`figd_${random(40)}`, random(40)],
  [`gsk_${random(52)}`, random(52)],
];

const isRedacted = ([text, value = secret]: readonly [string, string?]): boolean => {
  const clean = redactText(text);
  return !clean.includes(value) && clean.includes('[redacted]');
};

describe('redactText', () => {
  test.each(FORMS)('takes the secret out of form %#', (text, value = secret) => {
    expect(isRedacted([text, value])).toBe(true);
    expect(isRedacted([`before\n$ ${text}\nafter`, value])).toBe(true);
  });

  test('takes the secret out of forms that it was not written for', () => {
    const missed = HELD_OUT.filter((form) => !isRedacted(form));
    expect(missed).toEqual([]);
  });

  test.each([
    'docker run -u 1000:1000 image',
    'deputize token create --scope agent --name TEXT',
    'curl -u $USER:$PASS https://x.example',
    'export TOKEN=$(cat file)',
    'password=${DB_PASSWORD}',
    'const token = await createToken(person);',
    'token: string;',
    'pass: true, secret: undefined',
    'A secret: keep it.',
    'Authorization: Bearer …',
    'The passphrase = the words that you chose',
  ])('leaves %j as it is', (text) => {
    expect(redactText(text)).toBe(text);
  });

  test('leaves every line of the repository’s own documents as it is', () => {
    const files = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], {
      cwd: new URL('../..', import.meta.url).pathname,
    });
    expect(files.length).toBeGreaterThan(100);
    const lines = files.flatMap((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split('\n'));
    const changed = lines.filter((line) => redactText(line) !== line);
    expect(lines.length).toBeGreaterThan(8_000);
    expect(changed).toEqual([]);
  });

  test('stays quick on long hostile text', () => {
    const pieces = ['password=', 'token: ', '--password ', ' -u a:', 'mysql ', 'redis-cli ', 'authorization: a '];
    for (const piece of [...pieces, 'x-key', 'login a ', 'glpat-', '--a-', '<password>', 'cookie: ']) {
      const text = piece.repeat(400_000 / piece.length);
      const began = performance.now();
      redactText(text);
      expect(performance.now() - began, piece).toBeLessThan(2_000);
    }
  });
});
