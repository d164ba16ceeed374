/**
 * Invented given names: syllables that are easy to read and, with a family name, name no real person. Separated by
 * blanks.
 */
export const givenNames =
  'Alora Benika Corvin Delmira Evarin Faliko Gerano Halima Isolda Jarrek Kamiro Lunete Marovi Nerith Ondra Pavika Quorin Ramelo Sunari Tavish Ulmira Velko Wenari Xandro Yarisa Zolten Amiro Brisela Carodan Davira Elunio Fenora Galvet Havren Iluna Jovika Kelmar Lisandre Mirelo Novan Oriska Perlen Quenna Rovino Selmira Torvik Umaris Varelo Wilko Xenara Yovan Zarina Arlend Belano Ciraso Dorvin Emalin Fariso Gavrel Helvia Irmelo Joranda Kirvan Lovina';

/** A family name is composed of one of these stems and one of the endings; it is invented as well. */
export const familyStems =
  'Abren Balmor Caldran Dovresk Elvar Farost Galmend Havel Ilmar Jorvant Kestr Lomar Mavren Norvest Oskand Palven Quillar Rosmar Salvant Tormel Ulvan Vandrel Westar Yelmar Zandr Arvel Bronth Corlam Delvin Estrav';

export const familyEndings =
  'ko is eska and in ti ich anta ic eno elin aro ek ani ska und ont amar or ica enko ier ola ez';

/** Places for profiles: region and country by city. These are real cities, since places are not personal data. */
export const cities: readonly { city: string; region: string; country: string }[] = [
  { city: 'Berlin', region: 'Berlin', country: 'Germany' },
  { city: 'Hamburg', region: 'Hamburg', country: 'Germany' },
  { city: 'Lisbon', region: 'Lisbon', country: 'Portugal' },
  { city: 'São Paulo', region: 'São Paulo', country: 'Brazil' },
  { city: 'Austin', region: 'Texas', country: 'United States' },
  { city: 'Denver', region: 'Colorado', country: 'United States' },
  { city: 'Toronto', region: 'Ontario', country: 'Canada' },
  { city: 'Leeds', region: 'England', country: 'United Kingdom' },
  { city: 'Nairobi', region: 'Nairobi County', country: 'Kenya' },
  { city: 'Lagos', region: 'Lagos', country: 'Nigeria' },
  { city: 'Mumbai', region: 'Maharashtra', country: 'India' },
  { city: 'Pune', region: 'Maharashtra', country: 'India' },
  { city: 'Osaka', region: 'Osaka Prefecture', country: 'Japan' },
  { city: 'Seoul', region: 'Seoul', country: 'South Korea' },
  { city: 'Hanoi', region: 'Hanoi', country: 'Vietnam' },
  { city: 'Kraków', region: 'Lesser Poland', country: 'Poland' },
  { city: 'Athens', region: 'Attica', country: 'Greece' },
  { city: 'Montréal', region: 'Québec', country: 'Canada' },
  { city: 'Monterrey', region: 'Nuevo León', country: 'Mexico' },
  { city: 'Melbourne', region: 'Victoria', country: 'Australia' },
];
