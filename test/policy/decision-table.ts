/** What is to be decided in which case: the rules in words that a person can check one by one. */
import { z } from 'zod';

import type { Principal } from '../../src/core/index.ts';
import type { RiskLevel, Tool } from '../../src/core/contract.ts';
import { defineTool } from '../../src/core/define-tool.ts';
import type { PolicyRequest } from '../../src/core/policy/policy.ts';

export interface Case {
  readonly when: string;
  readonly question: PolicyRequest;
  /** The effect, and the rule that is named for it. */
  readonly decision: string;
}

const agent: Principal = {
  ...{ userId: 'owner', organizationId: 'home', departmentIds: [], role: 'user', kind: 'agent', via: 'test' },
};
const plain = defineTool({
  ...{ name: 'tool', description: 'A tool.', input: z.unknown(), output: z.unknown(), risk: 'low', run: () => null },
});

type Changes = Partial<Omit<PolicyRequest, 'tool'>> & { readonly tool?: Partial<Tool> };

const asked = (decision: string, when: string, { tool, ...more }: Changes): Case => ({
  when,
  decision,
  question: {
    ...{ principal: agent, tool: { ...plain, ...tool }, facts: { effect: 'none' }, risk: 'low', mode: 'text' },
    ...{ setting: 'allow', hasAllowGrant: false, hasDenyGrant: false, tainted: false, hasOnlyTrustedValues: false },
    ...{ resources: [], workspace: '' },
    ...more,
  },
});

const noGrants = { grants: false };
const always = { confirmation: 'always' } as const;
const never = { confirmation: 'never' } as const;
const ifDestructive = { confirmation: 'if_destructive' } as const;
const destroys = { effect: 'write', destructive: true } as const;
const guarded = { effect: 'write', protected: true } as const;
const unlisted = { effect: 'read', unlisted: true } as const;

export const everywhere: readonly Case[] = [
  asked('allow low-risk-runs', 'low risk', {}),
  asked('report medium-risk-is-reported', 'medium risk', { risk: 'medium' }),
  asked('confirm high-risk-asks', 'high risk', { risk: 'high' }),
  asked('confirm asks-by-default', 'a risk that no rule knows', { risk: 'severe' as RiskLevel }),
  // Whatever else is true, who may not call may not.
  asked('block switched-off', 'switched off', { setting: 'off' }),
  asked('block switched-off', 'switched off, granted', { setting: 'off', hasAllowGrant: true }),
  asked('block not-in-this-mode', 'in another mode', { mode: 'voice', tool: { modes: ['text'] } }),
  asked('block needs-permission', 'without the role', { tool: { permissions: ['admin'] } }),
  asked('allow low-risk-runs', 'with the role', { tool: { permissions: ['admin', 'user'] } }),
  asked('block always-refused', 'refused for good', { hasDenyGrant: true }),
  asked('block always-refused', 'refused for good, granted', { hasDenyGrant: true, hasAllowGrant: true, risk: 'high' }),
  // A grant takes the place of a person, where the tool has grants.
  asked('report granted-by-the-person', 'low risk, granted', { hasAllowGrant: true }),
  asked('report granted-by-the-person', 'medium risk, granted', { hasAllowGrant: true, risk: 'medium' }),
  asked('report granted-by-the-person', 'high risk, granted', { hasAllowGrant: true, risk: 'high' }),
  asked('confirm asks-by-default', 'low risk, granted in vain', { hasAllowGrant: true, tool: noGrants }),
  asked('confirm asks-by-default', 'medium risk, granted in vain', {
    hasAllowGrant: true,
    risk: 'medium',
    tool: noGrants,
  }),
  asked('confirm high-risk-asks', 'high risk, granted in vain', { hasAllowGrant: true, risk: 'high', tool: noGrants }),
  asked('confirm high-risk-asks', 'high risk, a tool without grants', { risk: 'high', tool: noGrants }),
  // The user's own values, where they said that these count.
  asked('report values-are-the-users-own', 'high risk, own values', { hasOnlyTrustedValues: true, risk: 'high' }),
  asked('allow low-risk-runs', 'low risk, own values', { hasOnlyTrustedValues: true }),
  asked('confirm high-risk-asks', 'high risk, own values in vain', {
    hasOnlyTrustedValues: true,
    risk: 'high',
    tool: noGrants,
  }),
  asked('confirm asks-by-default', 'granted and own in vain', {
    hasOnlyTrustedValues: true,
    hasAllowGrant: true,
    tool: noGrants,
  }),
  asked('report granted-by-the-person', 'high risk, granted and own', {
    hasOnlyTrustedValues: true,
    hasAllowGrant: true,
    risk: 'high',
  }),
  // What others wrote.
  asked('confirm others-words-ask', 'others’ words', { tainted: true }),
  asked('confirm others-words-ask', 'others’ words, granted', { tainted: true, hasAllowGrant: true }),
  asked('allow low-risk-runs', 'others’ words, yet all the user’s own', { tainted: true, hasOnlyTrustedValues: true }),
  asked('confirm others-words-ask', 'others’ words, own in vain', {
    tainted: true,
    hasOnlyTrustedValues: true,
    tool: noGrants,
  }),
  // Tools that ask.
  asked('confirm always-asks', 'a tool that always asks', { tool: always }),
  asked('report granted-by-the-person', 'it, granted', { tool: always, hasAllowGrant: true }),
  asked('allow low-risk-runs', 'it, with own values', { tool: always, hasOnlyTrustedValues: true }),
  asked('confirm always-asks', 'it, granted in vain', { tool: { ...always, ...noGrants }, hasAllowGrant: true }),
  asked('confirm always-asks', 'it, own in vain', { tool: { ...always, ...noGrants }, hasOnlyTrustedValues: true }),
  asked('confirm always-asks', 'it, without grants', { tool: { ...always, ...noGrants } }),
  asked('allow low-risk-runs', 'a tool that never asks', { tool: never, facts: destroys }),
  asked('confirm destructive-asks', 'something destroyed', { tool: ifDestructive, facts: destroys }),
  asked('allow low-risk-runs', 'nothing destroyed', { tool: ifDestructive, facts: { effect: 'write' } }),
  asked('report granted-by-the-person', 'destroyed, granted', {
    tool: ifDestructive,
    facts: destroys,
    hasAllowGrant: true,
  }),
  asked('allow low-risk-runs', 'destroyed, own values', {
    tool: ifDestructive,
    facts: destroys,
    hasOnlyTrustedValues: true,
  }),
  asked('confirm destructive-asks', 'destroyed, granted in vain', {
    ...{ tool: { ...ifDestructive, ...noGrants }, facts: destroys, hasAllowGrant: true },
  }),
  asked('confirm destructive-asks', 'destroyed, own in vain', {
    ...{ tool: { ...ifDestructive, ...noGrants }, facts: destroys, hasOnlyTrustedValues: true },
  }),
  asked('confirm destructive-asks', 'destroyed, a tool without grants', {
    ...{ tool: { ...ifDestructive, ...noGrants }, facts: destroys },
  }),
  // Places that are not listed.
  asked('confirm unlisted-asks', 'not listed', { facts: unlisted }),
  asked('report granted-by-the-person', 'not listed, granted', { facts: unlisted, hasAllowGrant: true }),
  asked('allow low-risk-runs', 'not listed, own values', { facts: unlisted, hasOnlyTrustedValues: true }),
  asked('confirm unlisted-asks', 'not listed, granted in vain', {
    facts: unlisted,
    hasAllowGrant: true,
    tool: noGrants,
  }),
  asked('confirm unlisted-asks', 'not listed, own in vain', {
    facts: unlisted,
    hasOnlyTrustedValues: true,
    tool: noGrants,
  }),
  asked('confirm unlisted-asks', 'not listed, a tool without grants', { facts: unlisted, tool: noGrants }),
  // Protected paths: nothing spares the question.
  asked('confirm a-protected-path-asks', 'a protected path', { facts: guarded }),
  asked('confirm a-protected-path-asks', 'a protected path, granted', { facts: guarded, hasAllowGrant: true }),
  asked('confirm a-protected-path-asks', 'a protected path, own values', {
    facts: guarded,
    hasOnlyTrustedValues: true,
  }),
  asked('confirm a-protected-path-asks', 'a protected path, allowed', { facts: guarded, isAllowedByUser: true }),
  asked('confirm a-protected-path-asks', 'a protected path, always asked', { facts: guarded, tool: always }),
  // The user's own setting to allow: it spares the question of the risk, and no other one.
  asked('report allowed-by-setting', 'high risk, allowed', { isAllowedByUser: true, risk: 'high' }),
  asked('report allowed-by-setting', 'an unknown risk, allowed', {
    isAllowedByUser: true,
    risk: 'severe' as RiskLevel,
  }),
  asked('allow low-risk-runs', 'low risk, allowed', { isAllowedByUser: true }),
  asked('confirm high-risk-asks', 'high risk, allowed in vain', {
    isAllowedByUser: true,
    risk: 'high',
    tool: noGrants,
  }),
  asked('confirm asks-by-default', 'an unknown risk, allowed in vain', {
    ...{ isAllowedByUser: true, risk: 'severe' as RiskLevel, tool: noGrants },
  }),
  asked('confirm others-words-ask', 'others’ words, allowed', { isAllowedByUser: true, risk: 'high', tainted: true }),
  asked('confirm always-asks', 'a tool that always asks, allowed', { isAllowedByUser: true, tool: always }),
  asked('confirm destructive-asks', 'destroyed, allowed', {
    isAllowedByUser: true,
    tool: ifDestructive,
    facts: destroys,
  }),
  asked('confirm unlisted-asks', 'not listed, allowed', { isAllowedByUser: true, facts: unlisted }),
  asked('confirm set-to-ask', 'set to ask, allowed', { isAllowedByUser: true, setting: 'ask' }),
  asked('block switched-off', 'switched off, allowed', { isAllowedByUser: true, setting: 'off' }),
  // The settings.
  asked('confirm set-to-ask', 'set to ask', { setting: 'ask' }),
  asked('report granted-by-the-person', 'set to ask, granted', { setting: 'ask', hasAllowGrant: true }),
  asked('confirm set-to-ask', 'set to ask, own values', { setting: 'ask', hasOnlyTrustedValues: true }),
  asked('confirm set-to-ask', 'set to ask, granted in vain', { setting: 'ask', hasAllowGrant: true, tool: noGrants }),
  asked('confirm set-to-ask', 'set to ask, a tool without grants', { setting: 'ask', tool: noGrants }),
];

const changes = { risk: 'medium', facts: { effect: 'write' } } as const;

export const onTheDesktop: readonly Case[] = [
  asked('confirm changes-ask', 'a change', changes),
  asked('confirm changes-ask', 'something run', { risk: 'medium', facts: { effect: 'execute' } }),
  asked('report medium-risk-is-reported', 'a look', { risk: 'medium', facts: { effect: 'read' } }),
  asked('report medium-risk-is-reported', 'nothing at all', { risk: 'medium' }),
  asked('allow low-risk-runs', 'a change of low risk', { facts: { effect: 'write' } }),
  asked('confirm high-risk-asks', 'a change of high risk', { risk: 'high', facts: { effect: 'write' } }),
  asked('report granted-by-the-person', 'a change of high risk, granted', {
    ...changes,
    risk: 'high',
    hasAllowGrant: true,
  }),
  asked('report values-are-the-users-own', 'high risk, own values', {
    ...changes,
    risk: 'high',
    hasOnlyTrustedValues: true,
  }),
  asked('report granted-by-the-person', 'a change, granted', { ...changes, hasAllowGrant: true }),
  asked('confirm changes-ask', 'a change, own values', { ...changes, hasOnlyTrustedValues: true }),
  asked('confirm changes-ask', 'a change, granted in vain', { ...changes, hasAllowGrant: true, tool: noGrants }),
  asked('confirm changes-ask', 'a change, a tool without grants', { ...changes, tool: noGrants }),
];

const reach = (facts: Partial<PolicyRequest['facts']>): Changes => ({ facts: { effect: 'read', ...facts } });

export const askingEverything: readonly Case[] = [
  asked('confirm everything-asks', 'a target', reach({ targets: ['window'] })),
  asked('confirm everything-asks', 'a path', reach({ paths: ['notes'] })),
  asked('confirm everything-asks', 'a host', reach({ hosts: ['example.com'] })),
  asked('confirm everything-asks', 'all of them', reach({ targets: ['a'], paths: ['b'], hosts: ['c'] })),
  asked('allow low-risk-runs', 'none of them', reach({})),
  asked('report granted-by-the-person', 'a path, granted', { ...reach({ paths: ['notes'] }), hasAllowGrant: true }),
  asked('confirm everything-asks', 'a path, own values', {
    ...reach({ paths: ['notes'] }),
    hasOnlyTrustedValues: true,
  }),
  asked('confirm everything-asks', 'a path, granted in vain', {
    ...{ ...reach({ paths: ['notes'] }), hasAllowGrant: true, tool: noGrants },
  }),
  asked('confirm everything-asks', 'a path, a tool without grants', { ...reach({ paths: ['n'] }), tool: noGrants }),
];
