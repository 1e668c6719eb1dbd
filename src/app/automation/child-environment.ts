/** What the automation service and the programs it starts know of the environment: the session and the language, and no keys. */
/** By these, programs reach the person's graphical session. */
export const SESSION =
  /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|DESKTOP_SESSION|XDG_\w+|GTK_\w+|GDK_\w+|QT_\w+)$/;
const KEPT = [
  /^(HOME|PATH|USER|LOGNAME|SHELL|TZ|TERM|TMPDIR|LANG|LANGUAGE|LC_\w+)$/,
  SESSION,
  /^(SystemRoot|windir|APPDATA|LOCALAPPDATA|USERPROFILE|TEMP|TMP|ComSpec|PATHEXT|ProgramFiles.*|ProgramData)$/i,
  /^DEPUTIZE_(DATA|CONFIG|DATABASE|OBJECTS)$/,
];

/** `more` are the names that scopes are spelled with. */
export function createChildEnvironment(env: NodeJS.ProcessEnv, more: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && (more.includes(name) || KEPT.some((kept) => kept.test(name))) ? [[name, value]] : [],
    ),
  );
}

/** The names in a piece of configuration: `$NAME` and `${NAME}`. */
export function listVariableNames(config: unknown): string[] {
  return [...JSON.stringify(config).matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name);
}
