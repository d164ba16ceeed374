import { integerWithDefault, type SqlParameter } from '@sdq/contract';
import { z } from 'zod';
import { apiCalls, defineEndpoint, defineRead, queryOf, readErrors } from '../../define/index.ts';
import { text, textOrNull } from '../../define/row-values.ts';
import { ofCompany } from '../parameters.ts';
import { type Company, type CompanyName, company, person } from '../records.ts';
import { namesOf, platform, toCompany } from '../rows.ts';
import { peopleRead } from './search-employees.ts';

export const companyRead = defineRead<
  { company?: string; company_id?: string },
  { company: Company; names: CompanyName }
>({
  name: 'network.company',
  fromIndex(index, { company, company_id }) {
    const by = company_id === undefined ? '(company = $slug OR lower(name) = $name)' : 'company_id = $id';
    const parameters: Record<string, SqlParameter> =
      company_id === undefined ? namesOf(company ?? '') : { id: company_id };
    return index.one(
      platform,
      `SELECT * FROM companies WHERE ${by} ORDER BY company LIMIT 1`,
      parameters,
      (row) => ({
        company: toCompany(row),
        names: { company: text(row.company), company_id: textOrNull(row.company_id), name: text(row.name) },
      }),
    );
  },
});

export const endpoint = defineEndpoint({
  summary: 'Get a company and its employees',
  query: queryOf(
    {
      ...ofCompany,
      employee_count: integerWithDefault({
        description: 'Maximum number of employees to return; 0 omits the list.',
        ge: 0,
        le: 1_000,
        default: 0,
      }),
    },
    ['company', 'company_id'],
  ),
  data: z.object({
    company,
    employees: z.array(person).optional().meta({ description: 'Present when `employee_count` is above 0.' }),
    total_employees_fetched: z.int().optional(),
    api_calls: apiCalls,
  }),
  errors: readErrors,
  price: 'company',
  example: {
    find: `SELECT author AS company FROM posts WHERE author_kind = 'company'
      GROUP BY 1 ORDER BY count(*) DESC, 1`,
    query: { employee_count: 2 },
  },
  worst: ({ employee_count }) => ({ records: 1, addons: { employees: employee_count } }),
  async answer({ company: name, company_id, employee_count }, session) {
    const which = company_id === undefined ? { company: name ?? '' } : { company_id };
    const { company, names } = await session.required(companyRead, which, 'This company');
    if (employee_count === 0) {
      return { data: { company, api_calls: session.apiCalls }, delivered: { records: 1 } };
    }
    const people = { company: names.company, current_company: true };
    const { items: employees } = await session.list(peopleRead, people, employee_count);
    const data = {
      company,
      employees,
      total_employees_fetched: employees.length,
      api_calls: session.apiCalls,
    };
    return { data, delivered: { records: 1, addons: { employees: employees.length } } };
  },
});
