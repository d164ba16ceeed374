import { Option } from 'commander';
import { wholeNumber } from '../arguments/whole-number.ts';

const secondsMax = 86_400;

/** `--wait`: how long to wait for another writer of the index; the value is in milliseconds. */
export function waitOption(): Option {
  const seconds = wholeNumber(0, secondsMax);
  return new Option(
    '--wait <seconds>',
    'time to wait while another process writes to the index (default: 0)',
  ).argParser((text: string) => seconds(text) * 1000);
}
