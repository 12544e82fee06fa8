-- The tables of TPC-H.
CREATE TABLE part (
  p_partkey BIGINT, p_name VARCHAR(55), p_mfgr CHAR(25), p_brand CHAR(10), p_type VARCHAR(25), p_size INTEGER,
  p_container CHAR(10), p_retailprice DECIMAL(15, 2), p_comment VARCHAR(23),
  PRIMARY KEY (p_partkey) NOT ENFORCED) WITH ('connector' = 'memory');

CREATE TABLE supplier (
  s_suppkey BIGINT, s_name CHAR(25), s_address VARCHAR(40), s_nationkey BIGINT NOT NULL, s_phone CHAR(15),
  s_acctbal DECIMAL(15, 2), s_comment VARCHAR(101),
  PRIMARY KEY (s_suppkey) NOT ENFORCED) WITH ('connector' = 'memory');

CREATE TABLE partsupp (
  ps_partkey BIGINT, ps_suppkey BIGINT, ps_availqty INTEGER, ps_supplycost DECIMAL(15, 2), ps_comment VARCHAR(199),
  PRIMARY KEY (ps_partkey, ps_suppkey) NOT ENFORCED) WITH ('connector' = 'memory');

CREATE TABLE customer (
  c_custkey BIGINT, c_name VARCHAR(25), c_address VARCHAR(40), c_nationkey BIGINT NOT NULL, c_phone CHAR(15),
  c_acctbal DECIMAL(15, 2), c_mktsegment CHAR(10), c_comment VARCHAR(117),
  PRIMARY KEY (c_custkey) NOT ENFORCED) WITH ('connector' = 'memory');

CREATE TABLE orders (
  o_orderkey BIGINT, o_custkey BIGINT NOT NULL, o_orderstatus CHAR(1), o_totalprice DECIMAL(15, 2), o_orderdate DATE,
  o_orderpriority CHAR(15), o_clerk CHAR(15), o_shippriority INTEGER, o_comment VARCHAR(79),
  PRIMARY KEY (o_orderkey) NOT ENFORCED) WITH ('connector' = 'memory');

CREATE TABLE lineitem (
  l_orderkey BIGINT, l_partkey BIGINT NOT NULL, l_suppkey BIGINT NOT NULL, l_linenumber INTEGER,
  l_quantity DECIMAL(15, 2), l_extendedprice DECIMAL(15, 2), l_discount DECIMAL(15, 2), l_tax DECIMAL(15, 2),
  l_returnflag CHAR(1), l_linestatus CHAR(1), l_shipdate DATE, l_commitdate DATE, l_receiptdate DATE,
  l_shipinstruct CHAR(25), l_shipmode CHAR(10), l_comment VARCHAR(44),
  PRIMARY KEY (l_orderkey, l_linenumber) NOT ENFORCED) WITH ('connector' = 'memory');

CREATE TABLE nation (
  n_nationkey BIGINT, n_name CHAR(25), n_regionkey BIGINT NOT NULL, n_comment VARCHAR(152),
  PRIMARY KEY (n_nationkey) NOT ENFORCED) WITH ('connector' = 'memory');

CREATE TABLE region (
  r_regionkey BIGINT, r_name CHAR(25), r_comment VARCHAR(152),
  PRIMARY KEY (r_regionkey) NOT ENFORCED) WITH ('connector' = 'memory')
