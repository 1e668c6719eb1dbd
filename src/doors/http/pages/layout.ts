/** The frame of every server-rendered page. It has no script: the page that shows it in a browser has one. */
import { html, raw } from 'hono/html';

type Markup = ReturnType<typeof html>;

/** Loads the one script of these pages. It is no part of a template, because the bundler rewrites templates that end a script. */
export const sessionScript = raw('<script src="/session.js"></script>');

export function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Deputize</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header><a href="/">Deputize</a></header>
        <main>${content}</main>
      </body>
    </html>`;
}

export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #d9d9e0; --paper: #fcfcfd; --card: #fff; --go: #18794e; --stop: #ce2c31; --warn: #ad5700; }
@media (prefers-color-scheme: dark) { :root { --ink: #edeef0; --soft: #b0b4ba; --line: #363a3f; --paper: #111113; --card: #18191b; --go: #3dd68c; --stop: #ff9592; --warn: #ffca16; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { padding: 0.8rem 1.2rem; border-bottom: 1px solid var(--line); font-weight: 600; }
header a { color: inherit; text-decoration: none; }
main { max-width: 52rem; margin: 0 auto; padding: 1.2rem; }
h1 { font-size: 1.4rem; margin: 0.4rem 0 0.8rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 1.6rem 0 0.5rem; color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.8rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 0.85rem/1.5 ui-monospace, monospace; }
.line { display: block; min-height: 1.5em; } .add { color: var(--go); } .remove { color: var(--stop); } .place { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0.9rem 1rem; margin: 0.6rem 0; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
blockquote { margin: 0.4rem 0 0; padding-left: 0.8rem; border-left: 3px solid var(--line); overflow-wrap: anywhere; }
summary { cursor: pointer; }
.card a { color: inherit; font-weight: 600; }
.soft { color: var(--soft); } .high { color: var(--stop); font-weight: 600; } .medium { color: var(--warn); font-weight: 600; }
.notice { border-left: 4px solid var(--warn); padding: 0.5rem 0.9rem; background: var(--card); }
label { display: block; margin: 0.8rem 0 0.2rem; color: var(--soft); }
textarea, input, select { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 0.45rem; }
textarea { font: 0.85rem/1.5 ui-monospace, monospace; min-height: 9rem; }
form.card { padding-top: 0.2rem; } .card .buttons { margin-top: 0.9rem; } .card button { padding: 0.35rem 1rem; font-size: 0.9rem; }
.choice input { width: auto; }
.buttons { flex-wrap: wrap; display: flex; gap: 0.8rem; margin-top: 1.2rem; }
button { font: inherit; font-weight: 600; padding: 0.6rem 1.6rem; border-radius: 8px; border: 1px solid currentColor; background: transparent; cursor: pointer; }
button.go { background: var(--go); border-color: var(--go); color: var(--paper); } button.stop { color: var(--stop); }
:focus-visible { outline: 3px solid #0090ff; outline-offset: 2px; }
`;
