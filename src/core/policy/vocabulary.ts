/** Defines the Cedar schema of policies, and the rules that apply to every preset. */
export const POLICY_SCHEMA = `
entity Department;
entity User in [Department] { role: String, kind: String };
entity Tool { name: String, category: String, sideEffects: String, modes: Set<String>, permissions: Set<String>, grants: Bool };

type Facts = {
  effect: String, destructive: Bool, reversible: Bool, unlisted: Bool, protected: Bool, origin: String,
  targets: Set<String>, recipients: Set<String>, paths: Set<String>, hosts: Set<String>,
};

// call: may it be made at all?  run: may it be made without asking a person?
action "call", "run" appliesTo {
  principal: User,
  resource: Tool,
  context: {
    risk: String, confirmation: String, mode: String, setting: String, granted: Bool, refused: Bool, facts: Facts,
    // The label of the workspace folder, such as ~/project ("" outside of any), and the ids of all resources.
    workspace: String, resources: Set<String>,
    // Who the values come from: something that matters is of others' words; everything is the user's own, and that is to count.
    tainted: Bool, own: Bool,
    // The user's own setting for the tool is allow, and none above is stricter.
    allowed: Bool,
  },
};
`;

/** The Cedar rules that apply to every preset, before those of the preset and of the installation. */
export const BASE_POLICY = `
@id("members-may-call")
@reason("Members of the organization may use the tools they are offered.")
permit (principal, action == Action::"call", resource);

@id("switched-off")
@reason("This tool is switched off in the settings.")
forbid (principal, action == Action::"call", resource) when { context.setting == "off" };

@id("not-in-this-mode")
@reason("This tool is not offered in this mode.")
forbid (principal, action == Action::"call", resource) unless { resource.modes.contains(context.mode) };

@id("needs-permission")
@reason("This tool needs a role that the user does not have.")
forbid (principal, action == Action::"call", resource)
unless { resource.permissions.isEmpty() || resource.permissions.contains(principal.role) };

@id("always-refused")
@reason("The person chose to refuse calls like this one.")
forbid (principal, action == Action::"call", resource) when { context.refused };

@id("low-risk-runs")
@reason("Low risk: runs at once.")
permit (principal, action == Action::"run", resource) when { context.risk == "low" && !context.granted };

@id("medium-risk-is-reported")
@outcome("report")
@reason("Medium risk: runs, and the reply says so.")
permit (principal, action == Action::"run", resource) when { context.risk == "medium" && !context.granted };

// A grant is only asked about where a person would have been; then it is the reason, whatever the risk.
@id("granted-by-the-person")
@outcome("report")
@reason("The person granted calls like this one.")
permit (principal, action == Action::"run", resource) when { context.granted && resource.grants };

// It spares the question that the risk alone asks, and no other one.
@id("allowed-by-setting")
@outcome("report")
@reason("The user’s setting for this tool lets it run without asking.")
permit (principal, action == Action::"run", resource) when { context.allowed && resource.grants };

// Only where the user switched it on, and only for tools that allow grants.
@id("values-are-the-users-own")
@outcome("report")
@reason("The user asked for it, and every value that matters is their own or from a source they trust.")
permit (principal, action == Action::"run", resource) when { context.own && resource.grants };

@id("others-words-ask")
@reason("A value that matters comes from something that others wrote, so a person approves first.")
forbid (principal, action == Action::"run", resource)
when { context.tainted } unless { context.own && resource.grants };

@id("high-risk-asks")
@reason("High risk: a person approves first.")
forbid (principal, action == Action::"run", resource)
when { context.risk == "high" } unless { (context.granted || context.own || context.allowed) && resource.grants };

@id("always-asks")
@reason("This tool always asks a person first.")
forbid (principal, action == Action::"run", resource)
when { context.confirmation == "always" } unless { (context.granted || context.own) && resource.grants };

@id("destructive-asks")
@reason("It would overwrite or destroy something, so a person approves first.")
forbid (principal, action == Action::"run", resource)
when { context.confirmation == "if_destructive" && context.facts.destructive } unless { (context.granted || context.own) && resource.grants };

@id("unlisted-asks")
@reason("It reaches a place that is not on the list of allowed ones, so a person approves first.")
forbid (principal, action == Action::"run", resource)
when { context.facts.unlisted } unless { (context.granted || context.own) && resource.grants };

// No grant, setting or origin spares this question: the file would run outside the sandbox, as the person.
@id("a-protected-path-asks")
@reason("It changes a file that other programs run or obey, such as a Git hook or an editor’s tasks, so a person approves first.")
forbid (principal, action == Action::"run", resource) when { context.facts.protected };

@id("set-to-ask")
@reason("The settings say that a person is asked about this tool.")
forbid (principal, action == Action::"run", resource)
when { context.setting == "ask" } unless { context.granted && resource.grants };
`;
