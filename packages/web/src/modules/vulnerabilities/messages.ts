import { defineMessages } from '../../ui/text/messages.ts';

export const vulnerabilityMessages = defineMessages({
  title: { id: 'vulnerabilities.title', defaultMessage: 'Vulnerabilities' },
  CRITICAL: { id: 'vulnerabilities.critical', defaultMessage: 'Critical' },
  HIGH: { id: 'vulnerabilities.high', defaultMessage: 'High' },
  MEDIUM: { id: 'vulnerabilities.medium', defaultMessage: 'Medium' },
  LOW: { id: 'vulnerabilities.low', defaultMessage: 'Low' },
  INFO: { id: 'vulnerabilities.info', defaultMessage: 'Info' },
  UNKNOWN: { id: 'vulnerabilities.unknown', defaultMessage: 'Unknown' },
  DETECTED: { id: 'vulnerabilities.detected', defaultMessage: 'Detected' },
  CONFIRMED: { id: 'vulnerabilities.confirmed', defaultMessage: 'Confirmed' },
  RESOLVED: { id: 'vulnerabilities.resolved', defaultMessage: 'Resolved' },
  DISMISSED: { id: 'vulnerabilities.dismissed', defaultMessage: 'Dismissed' },
  missing: { id: 'vulnerabilities.missing', defaultMessage: 'No longer detected' },
  missingNote: {
    id: 'vulnerabilities.missingNote',
    defaultMessage: 'The latest scan of this branch does not contain it.',
  },
  related: { id: 'vulnerabilities.related', defaultMessage: 'Related vulnerabilities' },
});

export const actionMessages = defineMessages({
  confirm: { id: 'vulnerabilities.confirm', defaultMessage: 'Confirm' },
  resolve: { id: 'vulnerabilities.resolve', defaultMessage: 'Resolve' },
  dismiss: { id: 'vulnerabilities.dismiss', defaultMessage: 'Dismiss' },
  revert: { id: 'vulnerabilities.revert', defaultMessage: 'Revert to detected' },
});

export const reasonMessages = defineMessages({
  ACCEPTABLE_RISK: { id: 'vulnerabilities.acceptableRisk', defaultMessage: 'Acceptable risk' },
  FALSE_POSITIVE: { id: 'vulnerabilities.falsePositive', defaultMessage: 'False positive' },
  MITIGATING_CONTROL: { id: 'vulnerabilities.mitigatingControl', defaultMessage: 'Mitigating control' },
  USED_IN_TESTS: { id: 'vulnerabilities.usedInTests', defaultMessage: 'Used in tests' },
  NOT_APPLICABLE: { id: 'vulnerabilities.notApplicable', defaultMessage: 'Not applicable' },
});
