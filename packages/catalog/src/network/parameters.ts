import { count, id, signedName, text } from '../define/index.ts';

export const username = signedName('Handle in the URL of the profile.');
export const postCount = count(20, 1, 100, 'posts');

/** `company_id` overrides `company`. */
export const ofCompany = {
  company: text('Name or slug of the company.').optional(),
  company_id: id('ID of the company. Overrides `company`.').optional(),
};
