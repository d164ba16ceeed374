import { InvalidArgumentError } from 'commander';

const lengthMax = 200;

/** A name as given, without the spaces around it. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > lengthMax) throw new InvalidArgumentError('Give a name.');
  return name;
}

/** An e-mail address, as far as its form tells. */
export function parseEmail(text: string): string {
  const email = text.trim();
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email) || email.length > lengthMax)
    throw new InvalidArgumentError('Give an address such as ada@example.com.');
  return email;
}
