import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Properties;

/** PostgreSQL's JDBC driver against a started service: one line per fact, "name=value". */
public final class Clients {
  private static void tell(String name, Object value) {
    System.out.println(name + "=" + value);
  }

  public static void main(String[] arguments) throws Exception {
    String url =
        "jdbc:postgresql://" + System.getenv("PGHOST") + ":" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE");
    Properties properties = new Properties();
    properties.setProperty("user", System.getenv("PGUSER"));
    properties.setProperty("password", System.getenv("PGPASSWORD"));
    properties.setProperty("sslmode", "require");
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      metadata(connection);
      values(connection);
      arrays(connection);
      cursor(connection);
      errors(connection);
      cancel(connection);
    }
  }

  private static void metadata(Connection connection) throws SQLException {
    var metadata = connection.getMetaData();
    tell("product", metadata.getDatabaseProductName());
    int tables = 0;
    try (ResultSet found = metadata.getTables(null, "main", "%", new String[] {"TABLE"})) {
      while (found.next()) tables++;
    }
    tell("tables", tables);
    try (ResultSet found = metadata.getColumns(null, "main", "videos", "play_count")) {
      found.next();
      tell("column", found.getString("COLUMN_NAME") + " " + found.getString("TYPE_NAME"));
    }
    try (ResultSet found = metadata.getPrimaryKeys(null, "main", "videos")) {
      found.next();
      tell("key", found.getString("COLUMN_NAME"));
    }
    try (ResultSet found = metadata.getSchemas()) {
      found.next();
      tell("schema", found.getString(1));
    }
    try (ResultSet found = metadata.getIndexInfo(null, "main", "videos", true, true)) {
      tell("index", found.next());
    }
    try (ResultSet found = metadata.getImportedKeys(null, "main", "videos")) {
      tell("foreign keys", found.next());
    }
    try (ResultSet found = metadata.getTypeInfo()) {
      tell("types", found.next());
    }
  }

  private static void values(Connection connection) throws SQLException {
    String text = "SELECT count(*) FROM videos WHERE play_count > ? AND create_time > ? AND region = ?";
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      // from the fifth run on, the driver uses a named statement and binary values
      for (int run = 0; run < 7; run++) {
        statement.setLong(1, 4990);
        statement.setTimestamp(2, Timestamp.from(Instant.parse("2026-03-01T00:00:00Z")));
        statement.setString(3, "SE");
        try (ResultSet rows = statement.executeQuery()) {
          rows.next();
          if (run == 6) tell("count", rows.getLong(1));
        }
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT 1.50::DECIMAL(5, 2), DATE '2026-01-02', TIMESTAMPTZ '2026-01-02 03:04:05+00', [1, 2], true, NULL")) {
      rows.next();
      tell(
          "values",
          rows.getBigDecimal(1)
              + " "
              + rows.getDate(2)
              + " "
              + rows.getTimestamp(3).toInstant()
              + " "
              + ((Object[]) rows.getArray(4).getArray()).length
              + " "
              + rows.getBoolean(5)
              + " "
              + rows.getString(6));
    }
  }

  private static void arrays(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT count(*) FROM \"public\".\"videos\" WHERE author = ANY(?)")) {
      statement.setArray(1, connection.createArrayOf("text", new String[] {"a1", "a2"}));
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        tell("arrays", rows.getLong(1));
      }
    }
  }

  private static void cursor(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET sdq.limit = 200000");
      statement.setFetchSize(5_000);
      long sum = 0;
      try (ResultSet rows = statement.executeQuery("SELECT i FROM range(120000) AS t(i)")) {
        while (rows.next()) sum += rows.getLong(1);
      }
      tell("cursor", sum);
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void errors(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT nosuch FROM videos");
    } catch (SQLException error) {
      tell("error", error.getSQLState());
    }
  }

  private static void cancel(Connection connection) throws Exception {
    try (Statement statement = connection.createStatement()) {
      Thread canceller =
          new Thread(
              () -> {
                try {
                  Thread.sleep(300);
                  statement.cancel();
                } catch (Exception error) {
                  tell("canceller", error);
                }
              });
      canceller.start();
      try {
        statement.executeQuery(
            "SELECT count(*) FROM range(10000000) a(i), range(300) b(j) WHERE hash(i * j) % 7 = 1");
      } catch (SQLException error) {
        tell("cancel", error.getSQLState());
      }
      canceller.join();
      try (ResultSet rows = statement.executeQuery("SELECT 2")) {
        rows.next();
        tell("after", rows.getInt(1));
      }
    }
  }
}
