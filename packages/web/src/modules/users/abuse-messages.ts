import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const abuseMessages = defineMessages({
  report: { id: 'abuse.report', defaultMessage: 'Report abuse' },
  title: { id: 'abuse.title', defaultMessage: 'Report abuse to administrator' },
  why: { id: 'abuse.why', defaultMessage: 'Why are you reporting {name}?' },
  note: {
    id: 'abuse.note',
    defaultMessage: 'Administrators see your name, the reported user, the reason and the address of this page.',
  },
  send: { id: 'abuse.send', defaultMessage: 'Send report' },
  cancel: cancelLabel,
});

export const categoryMessages = defineMessages({
  spam: { id: 'abuse.spam', defaultMessage: 'They post spam.' },
  offensive: { id: 'abuse.offensive', defaultMessage: 'They are offensive or abusive.' },
  phishing: { id: 'abuse.phishing', defaultMessage: 'They are phishing.' },
  crypto: { id: 'abuse.crypto', defaultMessage: 'They misuse this site to mine cryptocurrency.' },
  credentials: { id: 'abuse.credentials', defaultMessage: 'They publish passwords or other personal information.' },
  copyright: { id: 'abuse.copyright', defaultMessage: 'They violate a copyright or a trademark.' },
  malware: { id: 'abuse.malware', defaultMessage: 'They spread malware.' },
  other: { id: 'abuse.other', defaultMessage: 'Something else.' },
});
