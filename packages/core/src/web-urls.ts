/** Longer addresses are not kept. */
export const URL_LIMIT = 2048;

/** Host, perhaps a port; no name and password before it, which are made to deceive. */
const WEB_URL = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;

/** Whether a text is the address of a web page that a link may lead to, and nothing that runs. */
export function isWebUrl(text: string): boolean {
  return text.length <= URL_LIMIT && WEB_URL.test(text);
}
