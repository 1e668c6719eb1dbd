/** Fits a result into the output budget: whole, cut with markers, or as an error that names how to read on. */
import type { Json } from '../../ports/json.ts';
import { cutToBudget } from '../budget.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { RunResult } from './run-result.ts';
import type { ValidCall } from './valid-call.ts';

const READER = 'read_result';

/** `value` is valid. What does not fit is stored whole, so that it can be read in pieces under the id of the call. */
export async function fitOutput(kernel: RuntimeKernel, call: ValidCall, value: Json): Promise<RunResult> {
  const { tool, callId } = call;
  const { outputBudget: budget } = kernel.limits;
  const text = JSON.stringify(value);
  if (text.length <= budget) return { ok: true, value, truncated: undefined };
  const { hash: whole } = await kernel.objects.put(new TextEncoder().encode(text));
  const characters = text.length;
  const isValid = (cut: Json): boolean => tool.output.validate(cut).ok;
  const cut = cutToBudget(value, { budget, isValid, readOn: (offset) => readOnText(kernel, call, offset) });
  if (cut) return { ok: true, value: cut.value, truncated: { characters, whole, parts: cut.parts } };
  const error = new DeputizeError(
    'TOO_LARGE',
    `${tool.name} was carried out. Its result has ${characters} characters; at most ${budget} fit, and its schema allows no ` +
      `marked cut. To get it, ${readOnText(kernel, call, 0)}.`,
    {
      details: { characters, budget, callId, readOn: readOnText(kernel, call, 0) },
      partialSideEffects: tool.sideEffects === 'writes',
    },
  );
  return { ok: false, error: error.toJSON(), whole: { value, notice: { characters, whole, parts: [] } } };
}

/** Names the tool where the preset offers it, and the HTTP address otherwise. */
function readOnText({ registry }: RuntimeKernel, { preset, callId }: ValidCall, offset: number): string {
  return registry.find(preset, READER)
    ? `read on with ${READER} callId=${callId} offset=${offset}`
    : `read on at GET /api/calls/${callId}/result?offset=${offset}`;
}
