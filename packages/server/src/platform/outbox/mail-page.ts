import type { Services } from '../context.ts';
import { escapeHtml } from '../markdown/html.ts';

/** Mail programs that ignore it show the same text, only less tidy. Colors are those of the program, so that dark themes work. */
const STYLE = `
:root { color-scheme: light dark; }
h1 { font-size: 20px; }
h2 { font-size: 18px; }
h3, h4, h5, h6 { font-size: 16px; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; }
.table-scroll { overflow-x: auto; }
.color-chip { margin-right: 4px; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8888; padding: 4px 8px; text-align: left; }
blockquote { margin: 16px 0; padding-left: 12px; border-left: 3px solid #8888; }
.task-list { list-style: none; padding-left: 0; }
`;

/** The HTML of a mail: the name of the installation above a body. */
export function mailPage(services: Pick<Services, 'instance' | 'baseUrl'>, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${STYLE}</style></head>
<body style="font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5; max-width: 44em; overflow-wrap: break-word">
${mailHead(services)}
${body}
</body></html>
`;
}

/** Text that is less important than the message. No color, because a gray that is readable on white is not on black. */
export const smallPrint = (html: string): string => `<p style="font-size: 13px; opacity: 0.75">${html}</p>`;

/** The HTML of a rendered text, for a mail program: with absolute URLs, and without what needs our styles. */
export function textInMail(html: string, baseUrl: string): string {
  return (
    html
      .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${escapeHtml(baseUrl)}/`)
      // Without a size an SVG is as wide as the mail.
      .replaceAll('<svg class="color-chip"', '<svg class="color-chip" width="12" height="12"')
      // Programs remove form fields, and with them whether a task is done.
      .replaceAll(/<input type="checkbox" class="task-box"[^>]*>/g, (box) => (box.endsWith(' checked>') ? '☑' : '☐'))
  );
}

/** The logo and the name. The name is always included, because most mail programs do not show SVG. */
function mailHead({ instance, baseUrl }: Pick<Services, 'instance' | 'baseUrl'>): string {
  const logo = instance.logoUrl
    ? `<img src="${escapeHtml(baseUrl + instance.logoUrl)}" alt="" height="24" style="height: 24px; vertical-align: middle"> `
    : '';
  return `<p style="font-weight: 600">${logo}${escapeHtml(instance.name)}</p>`;
}
