import type { z } from 'zod';

/** Replaces zod's own messages, which are written for developers. */
export function formatValidationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Required'
        : `Must be ${TYPE_NAMES[issue.expected] ?? VALID}`;
    case 'too_small':
    case 'too_big':
      return formatRangeMessage(issue);
    case 'invalid_format':
      return `Must be ${FORMAT_NAMES[issue.format] ?? VALID}`;
    case 'invalid_value':
      return `Must be ${issue.values.map(String).join(' or ')}`;
    case 'not_multiple_of':
      return 'Must be a whole number';
    case 'unrecognized_keys':
      return `${issue.keys.length === 1 ? 'Unknown field' : 'Unknown fields'}: ${issue.keys.join(', ')}`;
    default:
      return `Must be ${VALID}`;
  }
}

/** The error page, which can appear before the app itself has loaded. */
export const ERROR_PAGE = {
  title: 'Something fell over back here',
  text: "This page couldn't be displayed. If the site was just updated, reload the page.",
  again: 'Reload the page',
  start: 'Go to the home page',
} as const;

const VALID = 'a valid value';

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
};

const FORMAT_NAMES: Record<string, string> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'an id',
  datetime: 'a date and time',
  date: 'a date',
  safeint: 'a whole number',
  'clock-time': 'a time from 00:00 to 23:59',
  'hex-color': 'a color like #3366cc',
};

function formatRangeMessage(
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>,
): string {
  const isTooBig = issue.code === 'too_big';
  const limit = Number(isTooBig ? issue.maximum : issue.minimum);
  const unit = { string: 'character', array: 'item' }[String(issue.origin)];
  const side = isTooBig ? 'most' : 'least';
  if (!unit) return `Must be at ${side} ${limit.toLocaleString('en-US')}`;
  // 'Required' is clearer than 'At least 1 character'.
  if (!isTooBig && limit === 1) return 'Required';
  return `At ${side} ${limit.toLocaleString('en-US')} ${unit}${limit === 1 ? '' : 's'}`;
}
