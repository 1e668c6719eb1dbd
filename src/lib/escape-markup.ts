/** Escapes text for HTML and XML content. It is not meant for attributes: quotes stay as they are. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
