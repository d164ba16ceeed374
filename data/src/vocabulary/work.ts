/** The vocabulary for companies and people of the professional network. */

export const industries: readonly string[] = [
  'Software Development',
  'Renewable Energy',
  'Logistics',
  'Hospitals and Health Care',
  'Food Production',
  'Architecture and Planning',
  'Financial Services',
  'Higher Education',
  'Textile Manufacturing',
  'Robotics Engineering',
  'Publishing',
  'Biotechnology Research',
];

export const companyEndings =
  'Works Labs Systems Group Foods Energy Logistics Studio Health Robotics Press Mills'.split(' ');

export const taglines: readonly string[] = [
  'Making {} simple',
  'Better {} for everyone',
  'Where {} begins',
  '{}, every day',
  'The people behind {}',
];

export const specialties: readonly string[] = [
  'data platforms',
  'supply chains',
  'solar power',
  'wind power',
  'clinical studies',
  'warehouse automation',
  'open source',
  'risk models',
  'type design',
  'fermentation',
  'timber construction',
  'machine vision',
  'adult education',
  'natural dyes',
];

export const titles: readonly string[] = [
  'Software Engineer',
  'Data Analyst',
  'Product Manager',
  'Nurse Practitioner',
  'Warehouse Lead',
  'Accountant',
  'Research Scientist',
  'Lecturer',
  'Architect',
  'Sales Manager',
  'Editor',
  'Head of Operations',
  'Mechanical Engineer',
  'Designer',
  'Recruiter',
  'Technician',
];

export const skills: readonly string[] = [
  'SQL',
  'TypeScript',
  'Project Management',
  'Statistics',
  'Negotiation',
  'Welding',
  'Copy Editing',
  'Public Speaking',
  'Python',
  'Patient Care',
  'Forecasting',
  'Technical Drawing',
  'Teaching',
  'Procurement',
  'User Research',
];

/** Invented schools. */
export const schools: readonly string[] = [
  'Velmora University',
  'Institute of Technology Kestrand',
  'Palvenko State College',
  'Universidade de Olmarez',
  'Hochschule Rosmark',
  'Northvale Polytechnic',
  'Academy of Arts Lunete',
  'Tormelin School of Economics',
  'Isola Medical School',
  'University of Harrowmere',
];

export const degrees: readonly string[] = [
  'BSc Computer Science',
  'BA History',
  'MSc Statistics',
  'MBA',
  'MEng Mechanical Engineering',
  'BSc Nursing',
  'PhD Chemistry',
  'Diploma in Design',
];

export const certifications: readonly { name: string; issuer: string }[] = [
  { name: 'Certified Scrum Practitioner', issuer: 'Agile Guild' },
  { name: 'Data Protection Officer', issuer: 'Institute of Technology Kestrand' },
  { name: 'Forklift Licence', issuer: 'Northvale Polytechnic' },
  { name: 'First Aid Instructor', issuer: 'Isola Medical School' },
];
