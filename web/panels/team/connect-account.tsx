/** Connects a mail account: tried before it is kept, and its password is never shown again. */
import { useState, type ReactNode } from 'react';

import type { NewMailAccountMessage, TeamMessage } from '../../../src/wire/team.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useConnectAccount } from '../../state/team.ts';

const words = messages.team.mail;

type Security = NonNullable<NewMailAccountMessage['imap']['security']>;
const SECURITIES: readonly Security[] = ['tls', 'starttls', 'none'];

const EMPTY = {
  ...{ departmentId: '', address: '', user: '', password: '', security: 'tls' as Security },
  ...{ imap: '', imapPort: '993', smtp: '', smtpPort: '465' },
};
type Values = typeof EMPTY;

export function ConnectAccount({ departments }: { readonly departments: TeamMessage['departments'] }): ReactNode {
  const [values, setValues] = useState<Values>(EMPTY);
  const connect = useConnectAccount();
  const field = (name: keyof Values, label: string, type = 'text', isOptional = false): ReactNode => (
    <label className="field">
      <span>
        {label} {isOptional && <span className="soft small">{messages.form.optional}</span>}
      </span>
      <input
        {...{ type, required: !isOptional, spellCheck: false, value: values[name] }}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        onChange={({ target }) => setValues({ ...values, [name]: target.value })}
      />
    </label>
  );
  return (
    <details className="connect">
      <summary>{words.connect}</summary>
      <form
        className="fields connect-fields"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          connect.mutate(accountOf(values), { onSuccess: () => setValues(EMPTY) });
        }}
      >
        {departments.length > 0 && (
          <label className="field">
            <span>{words.whose}</span>
            <select
              value={values.departmentId}
              onChange={({ target }) => setValues({ ...values, departmentId: target.value })}
            >
              <option value="">{words.forYou}</option>
              {departments.map(({ id, name }) => (
                <option key={id} value={id}>
                  {words.forDepartment(name)}
                </option>
              ))}
            </select>
          </label>
        )}
        {field('address', words.address, 'email')}
        {field('password', words.password, 'password')}
        {field('user', words.user, 'text', true)}
        {field('imap', words.imap)}
        {field('imapPort', words.imapPort, 'number')}
        {field('smtp', words.smtp, 'text', true)}
        {field('smtpPort', words.smtpPort, 'number', values.smtp === '')}
        <label className="field">
          <span>{words.security}</span>
          <select
            value={values.security}
            onChange={({ target }) => setValues({ ...values, security: target.value as Security })}
          >
            {SECURITIES.map((security) => (
              <option key={security} value={security}>
                {words.securities[security]}
              </option>
            ))}
          </select>
        </label>
        {connect.error && (
          <Notice tone="bad">
            <VisibleText text={connect.error.message} />
          </Notice>
        )}
        {connect.data && (
          <Notice tone="good">
            <VisibleText text={words.kept(connect.data.address)} />
          </Notice>
        )}
        <div className="buttons">
          <button type="submit" className="button primary" disabled={connect.isPending}>
            {connect.isPending ? words.connecting : words.connect}
          </button>
        </div>
      </form>
    </details>
  );
}

function accountOf(values: Values): NewMailAccountMessage {
  const { departmentId, address, user, password, security, imap, imapPort, smtp, smtpPort } = values;
  return {
    ...{ address, password, imap: { host: imap, port: Number(imapPort), security } },
    ...(departmentId === '' ? {} : { departmentId }),
    ...(user === '' ? {} : { user }),
    ...(smtp === '' ? {} : { smtp: { host: smtp, port: Number(smtpPort), security } }),
  };
}
