/** One thing to connect: what is there, what to say for it, and whether it works. */
import { useState, type ReactNode } from 'react';

import type { SetupPart } from '../../../src/wire/setup.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useSavePart, useTryPart } from '../../state/setup.ts';
import type { Part, PartField } from './parts.ts';
import { Step } from './step.tsx';

interface Props {
  readonly part: Part;
  readonly now: string | undefined;
}

type Values = Readonly<Record<string, string>>;

export function PartForm({ part, now }: Props): ReactNode {
  const [values, setValues] = useState<Values>(() => startOf(part.fields));
  const trial = useTryPart();
  const save = useSavePart();
  const choices = trial.data?.choices ?? [];
  const last = save.isIdle ? trial : save;
  const isBusy = trial.isPending || save.isPending;
  const body = { part: part.part, ...bodyOf(part.fields, values) } as unknown as SetupPart;
  const isChoosing = part.fields.some(({ isChosenLater }) => isChosenLater) && choices.length === 0;
  return (
    <Step title={part.title} hint={part.hint} now={now}>
      <form
        className="fields"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          save.reset();
          if (isChoosing) trial.mutate(body);
          else save.mutate(body, { onSuccess: () => setValues(startOf(part.fields)) });
        }}
      >
        {part.fields.map((field) => (
          <FieldView
            key={field.name}
            field={field}
            choices={field.isChosenLater ? choices : field.choices}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {last.error && (
          <Notice tone="bad">
            <VisibleText text={last.error.message} />
          </Notice>
        )}
        {last.data && (
          <Notice tone="good">
            {save.data ? messages.setup.kept : messages.setup.works} <VisibleText text={last.data.works} />
          </Notice>
        )}
        <div className="buttons">
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={(event) => {
              if (!event.currentTarget.form?.reportValidity()) return;
              save.reset();
              trial.mutate(body);
            }}
          >
            {trial.isPending ? messages.setup.trying : messages.setup.try}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || isChoosing}>
            {save.isPending ? messages.setup.trying : messages.setup.save}
          </button>
        </div>
      </form>
    </Step>
  );
}

interface FieldProps {
  readonly field: PartField;
  readonly choices: readonly string[] | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FieldView({ field, choices, value, onChange }: FieldProps): ReactNode {
  if (field.isChosenLater && choices?.length === 0) return null;
  return (
    <label className="field">
      <span>
        {field.label} {field.isOptional && <span className="soft small">{messages.form.optional}</span>}
      </span>
      {choices ? (
        <select required value={value} onChange={({ target }) => onChange(target.value)}>
          {field.isChosenLater && <option value="">{messages.setup.choose}</option>}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          type={field.type ?? 'text'}
          required={!field.isOptional}
          spellCheck={false}
          autoComplete={field.type === 'password' ? 'new-password' : 'off'}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </label>
  );
}

function startOf(fields: readonly PartField[]): Values {
  return Object.fromEntries(fields.map(({ name, start, choices }) => [name, start ?? choices?.[0] ?? '']));
}

function bodyOf(fields: readonly PartField[], values: Values): Readonly<Record<string, string | number>> {
  const said = fields.filter(({ name }) => values[name] !== undefined && values[name] !== '');
  return Object.fromEntries(
    said.map(({ name, type }) => [name, type === 'number' ? Number(values[name]) : (values[name] ?? '')]),
  );
}
