import { count, id, signedName, text } from '../define/index.ts';

export const username = signedName('The handle in the address of the profile.');
export const postCount = count(20, 1, 100, 'posts');

/** `company_id` outweighs `company`. */
export const ofCompany = {
  company: text('The name or the slug of the company.').optional(),
  company_id: id('The id of the company; it outweighs `company`.').optional(),
};
