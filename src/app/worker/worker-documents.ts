/** The long documentation of the personal preset's tools: a Worker has no files to read it from, so it is built in. */
import type { Preset, Tool } from '../../core/index.ts';
import { personal } from '../../presets/personal/preset.ts';
import createEvent from '../../toolsets/calendar/create-event.md';
import deleteEvent from '../../toolsets/calendar/delete-event.md';
import getEventsAvailability from '../../toolsets/calendar/get-events-availability.md';
import getEventsDetails from '../../toolsets/calendar/get-events-details.md';
import updateEvent from '../../toolsets/calendar/update-event.md';
import deleteFile from '../../toolsets/files/bucket/delete-file.md';
import listFiles from '../../toolsets/files/bucket/list-files.md';
import readFile from '../../toolsets/files/bucket/read-file.md';
import writeFile from '../../toolsets/files/bucket/write-file.md';
import readEmail from '../../toolsets/mail/read-email.md';
import searchEmails from '../../toolsets/mail/search-emails.md';
import readResult from '../../toolsets/session/read-result.md';
import searchToolsPage from '../../toolsets/session/search-tools.md';
import { searchTools } from '../../toolsets/session/search-tools.ts';
import toolDocsPage from '../../toolsets/session/tool-docs.md';
import { toolDocs } from '../../toolsets/session/tool-docs.ts';
import webSearch from '../../toolsets/web/web-search.md';

const pages: Readonly<Record<string, string>> = {
  create_event: createEvent,
  delete_event: deleteEvent,
  get_events_availability: getEventsAvailability,
  get_events_details: getEventsDetails,
  update_event: updateEvent,
  delete_file: deleteFile,
  list_files: listFiles,
  read_file: readFile,
  write_file: writeFile,
  read_email: readEmail,
  search_emails: searchEmails,
  read_result: readResult,
  search_tools: searchToolsPage,
  tool_docs: toolDocsPage,
  web_search: webSearch,
};

function documented(tool: Tool): Tool {
  const documentation = pages[tool.name];
  if (documentation === undefined) throw new Error(`${tool.name} has no page that a Worker could show`);
  return { ...tool, documentation };
}

export const personalPreset: Preset = { ...personal, tools: personal.tools.map(documented) };
export const discoveryTools: readonly Tool[] = [searchTools, toolDocs].map(documented);
