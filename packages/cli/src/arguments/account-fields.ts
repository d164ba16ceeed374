import { InvalidArgumentError } from 'commander';

const lengthMax = 200;

/** A name without leading and trailing spaces. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > lengthMax)
    throw new InvalidArgumentError(`Expected a name of 1 to ${lengthMax} characters.`);
  return name;
}

/** An e-mail address; only its form is checked. */
export function parseEmail(text: string): string {
  const email = text.trim();
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email) || email.length > lengthMax)
    throw new InvalidArgumentError('Expected an e-mail address such as ada@example.com.');
  return email;
}
