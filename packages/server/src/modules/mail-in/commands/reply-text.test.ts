import { describe, expect, test } from 'vitest';
import { replyText } from './reply-text.ts';

/** Replies as common mail programs write them; each says "Yes, go ahead." and "The date is fixed." */
const programs: Record<string, { text?: string; html?: string }> = {
  Gmail: {
    text: 'Yes, go ahead.\n\nThe date is fixed.\n\nOn Sat, Nov 28, 2026 at 10:00 AM Dana Developer <\nplan@milepost.test> wrote:\n\n> Shall we start?\n>\n> View it on Milepost: https://milepost.test\n',
  },
  'Gmail, German': {
    text: 'Yes, go ahead.\n\nThe date is fixed.\n\nAm Sa., 28. Nov. 2026 um 10:00 Uhr schrieb Dana Developer <plan@milepost.test>:\n\n> Shall we start?\n',
  },
  'Apple Mail': {
    text: 'Yes, go ahead.\n\nThe date is fixed.\n\n> On 28 Nov 2026, at 10:00, Dana Developer <plan@milepost.test> wrote:\n> \n> Shall we start?\n',
  },
  'Apple Mail on a phone': {
    text: 'Yes, go ahead.\n\nThe date is fixed.\n\nSent from my iPhone\n\n> On 28 Nov 2026, at 10:00, Dana Developer <plan@milepost.test> wrote:\n> \n> \uFEFFShall we start?\n',
  },
  Outlook: {
    text: 'Yes, go ahead.\r\n\r\nThe date is fixed.\r\n\r\nFrom: Dana Developer <plan@milepost.test>\r\nSent: Saturday, November 28, 2026 10:00 AM\r\nTo: Ada Owner <ada@milepost.test>\r\nSubject: Re: Plan\r\n\r\nShall we start?\r\n',
  },
  'Outlook on the web, HTML only': {
    html: '<div dir="ltr"><p>Yes, go ahead.</p><p>The date is fixed.</p></div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Dana</div><div><p>Shall we start?</p></div>',
  },
  Thunderbird: {
    text: 'Yes, go ahead.\n\nThe date is fixed.\n\nOn 11/28/26 10:00, Dana Developer wrote:\n> Shall we start?\n\n-- \nAda Owner\nMilepost Ltd.\n',
  },
  'Thunderbird, HTML only': {
    html: '<p>Yes, go ahead.</p><p>The date is fixed.</p><div class="moz-cite-prefix">On 11/28/26 10:00, Dana wrote:</div><blockquote type="cite"><p>Shall we start?</p></blockquote><div class="moz-signature">-- <br>Ada</div>',
  },
  'Proton Mail': {
    text: 'Yes, go ahead.\n\nThe date is fixed.\n\n------- Original Message -------\nOn Saturday, November 28th, 2026 at 10:00, Dana Developer <plan@milepost.test> wrote:\n\n> Shall we start?\n',
  },
  Yahoo: {
    text: 'Yes, go ahead.\n\nThe date is fixed.\n\n    On Saturday, November 28, 2026 at 10:00:00 AM UTC, Dana Developer <plan@milepost.test> wrote:  \n \n > Shall we start?\n',
  },
};

describe('OG-ML-06: the text of a reply', () => {
  for (const [program, { text = null, html = null }] of Object.entries(programs)) {
    test(`a reply by ${program}`, () => {
      expect(replyText({ text, html })).toBe('Yes, go ahead.\n\nThe date is fixed.');
    });
  }

  test('keeps Markdown, and is empty if there is only a quotation', () => {
    const markdown = '# Plan\n\n- one\n- two\n\n```\ncode > here\n```';
    expect(replyText({ text: markdown, html: null })).toBe(markdown);
    expect(replyText({ text: '> Shall we start?\n', html: null })).toBe('');
    expect(replyText({ text: null, html: '<blockquote type="cite">Shall we start?</blockquote>' })).toBe('');
  });

  test('long hostile texts are read at once', () => {
    const hostile = 'Dnia \n'.repeat(200_000);
    expect(replyText({ text: hostile, html: null })).toBe(hostile.trim());
    expect(replyText({ text: null, html: '<div>'.repeat(2_000) + 'deep' })).toBe('deep');
  });
});
