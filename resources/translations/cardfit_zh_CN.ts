<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>CellTip</name>
        <message>
            <source>%1: %2</source>
            <translation>%1：%2</translation>
        </message>
        <message>
            <source>%1/h</source>
            <translation>%1/时</translation>
        </message>
        <message>
            <source>Outside what may be bought (Allowed cards)</source>
            <translation>不在允许购买的范围内（允许的卡）</translation>
        </message>
    </context>
    <context>
        <name>Fields</name>
        <message>
            <source>Context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source>tok</source>
            <translation>词元</translation>
        </message>
        <message>
            <source>Longest sequence that must fit, in tokens</source>
            <translation>必须放得下的最长序列（词元）</translation>
        </message>
        <message>
            <source>Input</source>
            <translation>输入</translation>
        </message>
        <message>
            <source>Tokens of a request's prompt, on average</source>
            <translation>每个请求的平均输入词元数</translation>
        </message>
        <message>
            <source>Output</source>
            <translation>输出</translation>
        </message>
        <message>
            <source>Tokens of a request's answer, on average</source>
            <translation>每个请求的平均输出词元数</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>并发</translation>
        </message>
        <message>
            <source>Requests at the same time; type “max” for as many as memory allows</source>
            <translation>同时处理的请求数；输入“max”表示显存允许的最大值</translation>
        </message>
        <message>
            <source>max</source>
            <translation>max</translation>
        </message>
        <message>
            <source>Micro batch</source>
            <translation>微批次</translation>
        </message>
        <message>
            <source>Sequences that go through a card at once</source>
            <translation>每张卡一次处理的序列数</translation>
        </message>
        <message>
            <source>Batch</source>
            <translation>批次</translation>
        </message>
        <message>
            <source>Sequences of one optimizer step, over all cards</source>
            <translation>所有卡一个优化步的序列数</translation>
        </message>
        <message>
            <source>Rank</source>
            <translation>秩</translation>
        </message>
        <message>
            <source>Rank of the adapters</source>
            <translation>适配器的秩</translation>
        </message>
        <message>
            <source>Cards</source>
            <translation>卡数</translation>
        </message>
        <message>
            <source>×</source>
            <translation>张</translation>
        </message>
        <message>
            <source>Cards of one replica or job; type “auto” for the smallest count that fits</source>
            <translation>一个副本或任务的卡数；输入“自动”表示能放下的最少张数</translation>
        </message>
        <message>
            <source>auto</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Horizon</source>
            <translation>年限</translation>
        </message>
        <message>
            <source>mo</source>
            <translation>月</translation>
        </message>
        <message>
            <source>Months that renting and owning are compared over</source>
            <translation>租用与自购比较的月数</translation>
        </message>
        <message>
            <source>Utilization</source>
            <translation>利用率</translation>
        </message>
        <message>
            <source>%</source>
            <translation>%</translation>
        </message>
        <message>
            <source>Share of the time the cards are busy, in percent</source>
            <translation>显卡忙碌时间的百分比</translation>
        </message>
        <message>
            <source>Memory share</source>
            <translation>显存占比</translation>
        </message>
        <message>
            <source>Share of the card's memory that the engine may use, 0 to 1</source>
            <translation>引擎可用的显存比例，0 到 1</translation>
        </message>
        <message>
            <source>Demand</source>
            <translation>需求</translation>
        </message>
        <message>
            <source>req/s</source>
            <translation>请求/秒</translation>
        </message>
        <message>
            <source>Requests per second on average; “none” prices exactly the chosen cards</source>
            <translation>平均每秒请求数；“无”表示只计所选的卡</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Peak factor</source>
            <translation>峰值系数</translation>
        </message>
        <message>
            <source>Peak demand divided by the average</source>
            <translation>峰值需求与平均值之比</translation>
        </message>
        <message>
            <source>TPOT limit p95</source>
            <translation>TPOT 上限 p95</translation>
        </message>
        <message>
            <source>ms</source>
            <translation>毫秒</translation>
        </message>
        <message>
            <source>Time per output token that 95 % of requests must meet, in milliseconds</source>
            <translation>95 % 的请求须达到的每词元时间（毫秒）</translation>
        </message>
        <message>
            <source>TTFT limit p95</source>
            <translation>TTFT 上限 p95</translation>
        </message>
        <message>
            <source>Time to the first token that 95 % of requests must meet, in milliseconds</source>
            <translation>95 % 的请求须达到的首词元时间（毫秒）</translation>
        </message>
        <message>
            <source>Dataset</source>
            <translation>数据集</translation>
        </message>
        <message>
            <source>M tok</source>
            <translation>百万词元</translation>
        </message>
        <message>
            <source>Tokens of the training data, in millions</source>
            <translation>训练数据的词元数（百万）</translation>
        </message>
        <message>
            <source>Epochs</source>
            <translation>轮数</translation>
        </message>
        <message>
            <source>How often the training data is gone through</source>
            <translation>训练数据遍历的次数</translation>
        </message>
        <message>
            <source>Power price</source>
            <translation>电价</translation>
        </message>
        <message>
            <source>%1/kWh</source>
            <translation>%1/度</translation>
        </message>
        <message>
            <source>Price of a kilowatt hour</source>
            <translation>每千瓦时的价格</translation>
        </message>
        <message>
            <source>PUE</source>
            <translation>PUE</translation>
        </message>
        <message>
            <source>Power of the building divided by power of the machines</source>
            <translation>机房总功率与设备功率之比</translation>
        </message>
        <message>
            <source>Cost of capital</source>
            <translation>资金成本</translation>
        </message>
        <message>
            <source>Interest a year on money that is bound, in percent</source>
            <translation>占用资金的年利率（%）</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>Software that serves or trains</source>
            <translation>推理或训练软件</translation>
        </message>
        <message>
            <source>auto: %1</source>
            <translation>自动：%1</translation>
        </message>
        <message>
            <source>KV cache</source>
            <translation>KV 缓存</translation>
        </message>
        <message>
            <source>Number format of the KV cache</source>
            <translation>KV 缓存的数值格式</translation>
        </message>
        <message>
            <source>Split</source>
            <translation>切分</translation>
        </message>
        <message>
            <source>How the cards of one replica share the model</source>
            <translation>一个副本内各卡如何分担模型</translation>
        </message>
        <message>
            <source>tensor %1</source>
            <translation>张量 %1</translation>
        </message>
        <message>
            <source>tensor %1 × data %2</source>
            <translation>张量 %1 × 数据 %2</translation>
        </message>
        <message>
            <source>tensor %1 × pipeline %2</source>
            <translation>张量 %1 × 流水 %2</translation>
        </message>
        <message>
            <source>pipeline %1</source>
            <translation>流水 %1</translation>
        </message>
        <message>
            <source>data %1</source>
            <translation>数据 %1</translation>
        </message>
        <message>
            <source>auto: one card</source>
            <translation>自动：单卡</translation>
        </message>
        <message>
            <source>NVLink</source>
            <translation>NVLink</translation>
        </message>
        <message>
            <source>PCIe</source>
            <translation>PCIe</translation>
        </message>
        <message>
            <source>InfiniBand</source>
            <translation>InfiniBand</translation>
        </message>
        <message>
            <source>Ethernet</source>
            <translation>以太网</translation>
        </message>
        <message>
            <source>xGMI</source>
            <translation>xGMI</translation>
        </message>
        <message>
            <source>Interconnect</source>
            <translation>互联</translation>
        </message>
        <message>
            <source>Link between the cards</source>
            <translation>卡间连接</translation>
        </message>
        <message>
            <source>own link</source>
            <translation>专用互联</translation>
        </message>
        <message>
            <source>auto: PCIe %1</source>
            <translation>自动：PCIe %1</translation>
        </message>
        <message>
            <source>Allowed cards</source>
            <translation>允许的卡</translation>
        </message>
        <message>
            <source>What may be bought or rented; the rest is dimmed</source>
            <translation>可以购买或租用的卡；其余变淡</translation>
        </message>
        <message>
            <source>all</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>data-centre only</source>
            <translation>仅数据中心卡</translation>
        </message>
        <message numerus="yes">
            <source>%n card(s)</source>
            <translation>
                <numerusform>%n 种卡</numerusform>
            </translation>
        </message>
        <message>
            <source>on demand</source>
            <translation>按需</translation>
        </message>
        <message>
            <source>spot</source>
            <translation>竞价</translation>
        </message>
        <message>
            <source>reserved 1 year</source>
            <translation>预留 1 年</translation>
        </message>
        <message>
            <source>reserved 3 years</source>
            <translation>预留 3 年</translation>
        </message>
        <message>
            <source>Rental term</source>
            <translation>租用方式</translation>
        </message>
        <message>
            <source>How the cards are rented</source>
            <translation>显卡如何租用</translation>
        </message>
        <message>
            <source>AdamW</source>
            <translation>AdamW</translation>
        </message>
        <message>
            <source>Optimizer</source>
            <translation>优化器</translation>
        </message>
        <message>
            <source>Optimizer of the training</source>
            <translation>训练所用的优化器</translation>
        </message>
        <message>
            <source>selective</source>
            <translation>选择性</translation>
        </message>
        <message>
            <source>full</source>
            <translation>完全</translation>
        </message>
        <message>
            <source>to the host</source>
            <translation>到主机内存</translation>
        </message>
        <message>
            <source>Checkpointing</source>
            <translation>激活重算</translation>
        </message>
        <message>
            <source>Activations that are computed again instead of kept</source>
            <translation>重新计算而不保存的激活</translation>
        </message>
        <message>
            <source>ZeRO 1</source>
            <translation>ZeRO 1</translation>
        </message>
        <message>
            <source>ZeRO 2</source>
            <translation>ZeRO 2</translation>
        </message>
        <message>
            <source>ZeRO 3</source>
            <translation>ZeRO 3</translation>
        </message>
        <message>
            <source>FSDP</source>
            <translation>FSDP</translation>
        </message>
        <message>
            <source>Sharding</source>
            <translation>分片</translation>
        </message>
        <message>
            <source>What the data-parallel cards keep only a part of</source>
            <translation>数据并行各卡只保存一部分的内容</translation>
        </message>
        <message>
            <source>auto: FSDP</source>
            <translation>自动：FSDP</translation>
        </message>
        <message>
            <source>auto: ZeRO %1</source>
            <translation>自动：ZeRO %1</translation>
        </message>
    </context>
    <context>
        <name>ModelSize</name>
        <message numerus="yes">
            <source>%n size(s)</source>
            <translation>
                <numerusform>%n 种规模</numerusform>
            </translation>
        </message>
        <message>
            <source>Any dense model</source>
            <translation>任意稠密模型</translation>
        </message>
        <message>
            <source>by size</source>
            <translation>按规模</translation>
        </message>
    </context>
    <context>
        <name>ProblemItems</name>
        <message>
            <source>Expected %1, found %2</source>
            <translation>应为 %1，实为 %2</translation>
        </message>
    </context>
    <context>
        <name>WidgetDialogs</name>
        <message>
            <source>Save the changes to “%1”?</source>
            <translation>保存对“%1”的更改吗？</translation>
        </message>
        <message>
            <source>They are lost if you do not save them.</source>
            <translation>不保存将会丢失。</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::CellTip</name>
        <message>
            <source>Ways out, cheapest first</source>
            <translation>办法，从便宜到贵</translation>
        </message>
        <message>
            <source>free</source>
            <translation>余</translation>
        </message>
        <message>
            <source>Click applies, as one undo step</source>
            <translation>单击即采用，可一步撤销</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::ChoiceList</name>
        <message>
            <source>Search</source>
            <translation>搜索</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::CostTableModel</name>
        <message>
            <source>%1/month</source>
            <translation>%1/月</translation>
        </message>
        <message>
            <source>rent</source>
            <translation>租</translation>
        </message>
        <message>
            <source>own</source>
            <translation>购</translation>
        </message>
        <message>
            <source>basis</source>
            <translation>依据</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::CostTableView</name>
        <message>
            <source>Cost a month, line by line</source>
            <translation>每月费用明细</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::FitMatrixModel</name>
        <message>
            <source>Card · GiB it has</source>
            <translation>显卡 · 显存 GiB</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::FitMatrixView</name>
        <message>
            <source>Fit of every card</source>
            <translation>各卡的适配情况</translation>
        </message>
        <message>
            <source>%1/h</source>
            <translation>%1/时</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::HeadlineBar</name>
        <message>
            <source>The cheapest card to rent that fits and meets the limits; click chooses it</source>
            <translation>租用最便宜且满足限制的卡；单击选用</translation>
        </message>
        <message>
            <source>Find …</source>
            <translation>查找…</translation>
        </message>
        <message>
            <source>Search all cards, counts, splits, precisions and batches within the limits (Ctrl+F)</source>
            <translation>在限制内搜索所有显卡、数量、切分、精度和批次（Ctrl+F）</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::InputPanel</name>
        <message>
            <source>What do I run</source>
            <translation>运行什么</translation>
        </message>
        <message>
            <source>Advanced</source>
            <translation>高级</translation>
        </message>
        <message>
            <source>Engine, formats, limits and prices</source>
            <translation>引擎、格式、限制与价格</translation>
        </message>
        <message>
            <source>Card</source>
            <translation>显卡</translation>
        </message>
        <message>
            <source>Card that carries the model</source>
            <translation>承载模型的显卡</translation>
        </message>
        <message>
            <source>Number of cards</source>
            <translation>卡数</translation>
        </message>
        <message>
            <source>Cards</source>
            <translation>卡数</translation>
        </message>
        <message>
            <source>Cards: “%1” is not a whole number from 1</source>
            <translation>卡数：“%1”不是不小于 1 的整数</translation>
        </message>
        <message numerus="yes">
            <source>%n set by hand</source>
            <translation>
                <numerusform>%n 项手动</numerusform>
            </translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1，%2</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::MainWindow</name>
        <message>
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Evidence</source>
            <translation>实测</translation>
        </message>
        <message>
            <source>Measurements not read</source>
            <translation>实测数据未能读取</translation>
        </message>
        <message>
            <source>Open study …</source>
            <translation>打开方案…</translation>
        </message>
        <message>
            <source>Save study</source>
            <translation>保存方案</translation>
        </message>
        <message>
            <source>Save study as …</source>
            <translation>方案另存为…</translation>
        </message>
        <message>
            <source>What people say …</source>
            <translation>常见说法 …</translation>
        </message>
        <message>
            <source>Like the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Plan</source>
            <translation>规划</translation>
        </message>
        <message>
            <source>%1[*] – Cardfit</source>
            <translation>%1[*] – Cardfit</translation>
        </message>
        <message>
            <source>Just enough</source>
            <translation>刚好够用</translation>
        </message>
        <message numerus="yes">
            <source>%1 not opened: %n value(s) are wrong; nothing was changed</source>
            <translation>
                <numerusform>未打开 %1：%n 个值有误；未作任何更改</numerusform>
            </translation>
        </message>
        <message>
            <source>Open study</source>
            <translation>打开方案</translation>
        </message>
        <message>
            <source>Studies and scenarios (*.cardfit *.json)</source>
            <translation>方案与情景 (*.cardfit *.json)</translation>
        </message>
        <message>
            <source>Study not saved</source>
            <translation>方案未保存</translation>
        </message>
        <message>
            <source>Studies (*.cardfit)</source>
            <translation>方案 (*.cardfit)</translation>
        </message>
        <message>
            <source>Language not changed</source>
            <translation>语言未更改</translation>
        </message>
        <message>
            <source>Report as PDF …</source>
            <translation>报告存为 PDF…</translation>
        </message>
        <message>
            <source>Report as PDF</source>
            <translation>报告存为 PDF</translation>
        </message>
        <message>
            <source>PDF (*.pdf)</source>
            <translation>PDF (*.pdf)</translation>
        </message>
        <message>
            <source>Figures as CSV …</source>
            <translation>数据存为 CSV…</translation>
        </message>
        <message>
            <source>Figures as CSV</source>
            <translation>数据存为 CSV</translation>
        </message>
        <message>
            <source>CSV (*.csv)</source>
            <translation>CSV (*.csv)</translation>
        </message>
        <message>
            <source>Recent</source>
            <translation>最近</translation>
        </message>
        <message>
            <source>None yet</source>
            <translation>暂无</translation>
        </message>
        <message>
            <source>%1 not written</source>
            <translation>未写入 %1</translation>
        </message>
        <message>
            <source>Find</source>
            <translation>查找</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::MatrixHead</name>
        <message>
            <source>Columns of the matrix</source>
            <translation>矩阵的列</translation>
        </message>
        <message>
            <source>Count</source>
            <translation>数量</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>规模</translation>
        </message>
        <message>
            <source>Precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>Context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source>by count</source>
            <translation>按数量</translation>
        </message>
        <message>
            <source>by size</source>
            <translation>按规模</translation>
        </message>
        <message>
            <source>by precision</source>
            <translation>按精度</translation>
        </message>
        <message>
            <source>by task</source>
            <translation>按任务</translation>
        </message>
        <message>
            <source>by context</source>
            <translation>按上下文</translation>
        </message>
        <message>
            <source>Search cards</source>
            <translation>搜索显卡</translation>
        </message>
        <message>
            <source>Card, vendor, memory</source>
            <translation>显卡、厂商、显存</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>适配</translation>
        </message>
        <message>
            <source>owned</source>
            <translation>自购</translation>
        </message>
        <message>
            <source>rented</source>
            <translation>租用</translation>
        </message>
        <message>
            <source>just enough, rented</source>
            <translation>租用最省</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::MemoryChartView</name>
        <message>
            <source>Memory of the chosen card and its neighbours</source>
            <translation>所选显卡及相近显卡的显存</translation>
        </message>
        <message>
            <source>What carries it</source>
            <translation>谁承载得了</translation>
        </message>
        <message>
            <source>GiB per card</source>
            <translation>每卡 GiB</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::ModelRows</name>
        <message>
            <source>Model family</source>
            <translation>模型系列</translation>
        </message>
        <message>
            <source>Model family; the slider below scales it</source>
            <translation>模型系列；用下面的滑块调整规模</translation>
        </message>
        <message>
            <source>Model size</source>
            <translation>模型规模</translation>
        </message>
        <message>
            <source>Model size, billions of parameters</source>
            <translation>模型规模（十亿参数）</translation>
        </message>
        <message>
            <source>Billions of parameters</source>
            <translation>十亿参数</translation>
        </message>
        <message>
            <source>B</source>
            <translation>B</translation>
        </message>
        <message>
            <source>Billions of parameters; marks are the sizes this family is published in</source>
            <translation>十亿参数；刻度为该系列发布的规模</translation>
        </message>
        <message>
            <source>Model size: “%1” is not a number of billions</source>
            <translation>模型规模：“%1”不是以十亿计的数</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::MoneyChartView</name>
        <message>
            <source>Cumulative cost of renting and owning by month</source>
            <translation>租用与自购的逐月累计费用</translation>
        </message>
        <message>
            <source>What does it cost</source>
            <translation>花费多少</translation>
        </message>
        <message>
            <source>month %1</source>
            <translation>第 %1 个月</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::NumberRow</name>
        <message>
            <source>%1: “%2” is not a number from %3 to %4</source>
            <translation>%1：“%2”不是 %3 到 %4 之间的数</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::PlanPageView</name>
        <message>
            <source>Card</source>
            <translation>显卡</translation>
        </message>
        <message>
            <source>Choose cell</source>
            <translation>选择单元格</translation>
        </message>
        <message>
            <source>Way out</source>
            <translation>办法</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::PrecisionRows</name>
        <message>
            <source>Precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <source>Weight format</source>
            <translation>权重格式</translation>
        </message>
        <message>
            <source>Scheme that stores the weights in this precision</source>
            <translation>该精度下的权重存储方案</translation>
        </message>
        <message>
            <source>Precision of the weights</source>
            <translation>权重精度</translation>
        </message>
        <message>
            <source>Bits per weight</source>
            <translation>每个权重的位数</translation>
        </message>
        <message>
            <source>FP32</source>
            <translation>FP32</translation>
        </message>
        <message>
            <source>16-bit</source>
            <translation>16 位</translation>
        </message>
        <message>
            <source>FP8</source>
            <translation>FP8</translation>
        </message>
        <message>
            <source>INT8</source>
            <translation>INT8</translation>
        </message>
        <message>
            <source>4-bit</source>
            <translation>4 位</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::ProblemList</name>
        <message>
            <source>Problems</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Problems of this scenario and of the last file</source>
            <translation>本情景及最近文件的问题</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Way out</source>
            <translation>办法</translation>
        </message>
        <message>
            <source>No problems</source>
            <translation>没有问题</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::ProblemStrip</name>
        <message numerus="yes">
            <source>%n problem(s)</source>
            <translation>
                <numerusform>%n 个问题</numerusform>
            </translation>
        </message>
        <message>
            <source>F6 opens the list</source>
            <translation>F6 打开列表</translation>
        </message>
        <message>
            <source>No problems</source>
            <translation>没有问题</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::StudyDocument</name>
        <message>
            <source>Open model</source>
            <translation>打开模型</translation>
        </message>
        <message>
            <source>What if</source>
            <translation>假设</translation>
        </message>
        <message>
            <source>Add scenario</source>
            <translation>添加情景</translation>
        </message>
        <message>
            <source>Remove scenario</source>
            <translation>移除情景</translation>
        </message>
        <message>
            <source>Rename scenario</source>
            <translation>重命名情景</translation>
        </message>
        <message>
            <source>Move scenario</source>
            <translation>移动情景</translation>
        </message>
        <message>
            <source>Untitled study</source>
            <translation>未命名方案</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::TaskRows</name>
        <message>
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>What the cards are for; the inputs below follow</source>
            <translation>显卡的用途；下面的输入随之变化</translation>
        </message>
        <message>
            <source>Inference</source>
            <translation>推理</translation>
        </message>
        <message>
            <source>QLoRA</source>
            <translation>QLoRA</translation>
        </message>
        <message>
            <source>LoRA</source>
            <translation>LoRA</translation>
        </message>
        <message>
            <source>Full</source>
            <translation>全参</translation>
        </message>
        <message>
            <source>Pretrain</source>
            <translation>预训练</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::TopBar</name>
        <message>
            <source>Add a scenario</source>
            <translation>添加情景</translation>
        </message>
        <message>
            <source>Add a copy of this scenario</source>
            <translation>添加此情景的副本</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>Appearance and language</source>
            <translation>外观与语言</translation>
        </message>
        <message>
            <source>Undo: %1</source>
            <translation>撤销：%1</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Redo: %1</source>
            <translation>重做：%1</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <source>Duplicate</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Move left</source>
            <translation>左移</translation>
        </message>
        <message>
            <source>Move right</source>
            <translation>右移</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>Name of the scenario</source>
            <translation>情景名称</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::TornadoView</name>
        <message>
            <source>What moves the break-even month most</source>
            <translation>对回本月份影响最大的因素</translation>
        </message>
        <message>
            <source>What moves it</source>
            <translation>什么最影响</translation>
        </message>
        <message>
            <source>earlier favours owning, later renting</source>
            <translation>提前利于自购，推后利于租用</translation>
        </message>
    </context>
    <context>
        <name>main</name>
        <message>
            <source>Study to open; without it the sample study</source>
            <translation>要打开的方案；不给出则打开示例方案</translation>
        </message>
    </context>
    <context>
        <name>Faults</name>
        <message>
            <source>&quot;attention&quot;, &quot;all-linear&quot; or a list out of q, k, v, o, gate, up, down, lm_head</source>
            <translation>“attention”、“all-linear”，或取自 q、k、v、o、gate、up、down、lm_head 的列表</translation>
        </message>
        <message>
            <source>&quot;auto&quot;, &quot;none&quot; or a list of shares of the price after 1, 2, ... years</source>
            <translation>“auto”、“none”，或 1、2……年后的残值比例列表</translation>
        </message>
        <message>
            <source>&quot;auto&quot;, the id of an offer, or {&quot;per_hour&quot;: &quot;2.00&quot;, &quot;cards&quot;: 1}</source>
            <translation>“auto”、报价的 id，或 {&quot;per_hour&quot;: &quot;2.00&quot;, &quot;cards&quot;: 1}</translation>
        </message>
        <message>
            <source>a name that only one scenario has, or its place from 0</source>
            <translation>只属于一个场景的名称，或从 0 起的序号</translation>
        </message>
        <message>
            <source>an id, a name, or the card it is a slice of (slice_of)</source>
            <translation>id、名称，或其所属的整卡（slice_of）</translation>
        </message>
        <message>
            <source>an attention whose cache and weights are understood</source>
            <translation>缓存与权重结构已知的注意力</translation>
        </message>
        <message>
            <source>&quot;flat&quot;, &quot;office&quot; or 24 shares of the peak</source>
            <translation>“flat”、“office”，或 24 个峰值比例</translation>
        </message>
        <message>
            <source>a bandwidth, or the card it is a slice of</source>
            <translation>带宽，或其所属的整卡</translation>
        </message>
        <message>
            <source>the second half of a surrogate pair</source>
            <translation>代理对的后一半</translation>
        </message>
        <message>
            <source>the first half of a surrogate pair</source>
            <translation>代理对的前一半</translation>
        </message>
        <message>
            <source>a document that is not nested so deep</source>
            <translation>嵌套不那么深的文档</translation>
        </message>
        <message>
            <source>the name of a scenario of this study</source>
            <translation>本方案中某个场景的名称</translation>
        </message>
        <message>
            <source>a size, or the card it is a slice of</source>
            <translation>容量，或其所属的整卡</translation>
        </message>
        <message>
            <source>a version such as &quot;0.19&quot;, or &quot;auto&quot;</source>
            <translation>版本，例如“0.19”，或“auto”</translation>
        </message>
        <message>
            <source>a study with at least one scenario</source>
            <translation>至少含一个场景的方案</translation>
        </message>
        <message>
            <source>an amount from &quot;0&quot; to &quot;1000000000&quot;</source>
            <translation>“0”至“1000000000”的金额</translation>
        </message>
        <message>
            <source>the id of a card, or a card object</source>
            <translation>显卡 id，或显卡对象</translation>
        </message>
        <message>
            <source>a readable file that is not empty</source>
            <translation>可读且非空的文件</translation>
        </message>
        <message>
            <source>a config this program cannot read</source>
            <translation>本程序无法读取的 config</translation>
        </message>
        <message>
            <source>a file this program does not open</source>
            <translation>本程序不打开的文件</translation>
        </message>
        <message>
            <source>3 or 0 with fsdp: FSDP is stage 3</source>
            <translation>启用 fsdp 时为 3 或 0：FSDP 即第 3 阶段</translation>
        </message>
        <message>
            <source>a decimal string such as &quot;2.49&quot;</source>
            <translation>十进制字符串，例如“2.49”</translation>
        </message>
        <message>
            <source>a digit after the decimal point</source>
            <translation>小数点后的数字</translation>
        </message>
        <message>
            <source>a number that a double can hold</source>
            <translation>双精度可表示的数</translation>
        </message>
        <message>
            <source>a config.json of at most 64 MiB</source>
            <translation>不超过 64 MiB 的 config.json</translation>
        </message>
        <message>
            <source>a currency code such as &quot;USD&quot;</source>
            <translation>货币代码，例如“USD”</translation>
        </message>
        <message>
            <source>a decoder-only language model</source>
            <translation>仅解码器语言模型</translation>
        </message>
        <message>
            <source>a whole number of at least 1</source>
            <translation>至少为 1 的整数</translation>
        </message>
        <message>
            <source>a file that can be written</source>
            <translation>可写入的文件</translation>
        </message>
        <message>
            <source>nothing after the document</source>
            <translation>文档之后无内容</translation>
        </message>
        <message>
            <source>at least one hour above 0</source>
            <translation>至少一个小时大于 0</translation>
        </message>
        <message>
            <source>the content just written</source>
            <translation>刚写入的内容</translation>
        </message>
        <message>
            <source>a folder, pipe or device</source>
            <translation>文件夹、管道或设备</translation>
        </message>
        <message>
            <source>a file that can be read</source>
            <translation>可读取的文件</translation>
        </message>
        <message>
            <source>room to write the study</source>
            <translation>写入方案所需的空间</translation>
        </message>
        <message>
            <source>the end of a string (&quot;)</source>
            <translation>字符串的结尾（&quot;）</translation>
        </message>
        <message>
            <source>four hexadecimal digits</source>
            <translation>四位十六进制数字</translation>
        </message>
        <message>
            <source>a digit of the exponent</source>
            <translation>指数的数字</translation>
        </message>
        <message>
            <source>a model of the catalog</source>
            <translation>目录中的模型</translation>
        </message>
        <message>
            <source>a cache format, or K+V</source>
            <translation>缓存格式，或 K+V 两种</translation>
        </message>
        <message>
            <source>a day as &quot;YYYY-MM-DD&quot;</source>
            <translation>“YYYY-MM-DD”格式的日期</translation>
        </message>
        <message>
            <source>at least one scenario</source>
            <translation>至少一个场景</translation>
        </message>
        <message>
            <source>a model that was read</source>
            <translation>已读入的模型</translation>
        </message>
        <message>
            <source>no object around it</source>
            <translation>外层不是对象</translation>
        </message>
        <message>
            <source>the name of a model</source>
            <translation>模型名称</translation>
        </message>
        <message>
            <source>the end of the text</source>
            <translation>文本结尾</translation>
        </message>
        <message>
            <source>at most 1000 names</source>
            <translation>至多 1000 个名称</translation>
        </message>
        <message>
            <source>a key in quotes</source>
            <translation>带引号的键</translation>
        </message>
        <message>
            <source>&apos;:&apos; after a key</source>
            <translation>键后的“:”</translation>
        </message>
        <message>
            <source>a weight format</source>
            <translation>权重格式</translation>
        </message>
        <message>
            <source>24 shares of 0</source>
            <translation>24 个 0</translation>
        </message>
        <message>
            <source>true or false</source>
            <translation>true 或 false</translation>
        </message>
        <message>
            <source>an empty file</source>
            <translation>空文件</translation>
        </message>
        <message>
            <source>other content</source>
            <translation>其他内容</translation>
        </message>
        <message>
            <source>each key once</source>
            <translation>每个键只出现一次</translation>
        </message>
        <message>
            <source>a config.json</source>
            <translation>config.json</translation>
        </message>
        <message>
            <source>a JSON value</source>
            <translation>JSON 值</translation>
        </message>
        <message>
            <source>none of them</source>
            <translation>都没有</translation>
        </message>
        <message>
            <source>no such key</source>
            <translation>没有这个键</translation>
        </message>
        <message>
            <source>a known key</source>
            <translation>已知的键</translation>
        </message>
        <message>
            <source>&apos;,&apos; or &apos;}&apos;</source>
            <translation>“,”或“}”</translation>
        </message>
        <message>
            <source>&apos;,&apos; or &apos;]&apos;</source>
            <translation>“,”或“]”</translation>
        </message>
        <message>
            <source>an object</source>
            <translation>对象</translation>
        </message>
        <message>
            <source>a string</source>
            <translation>字符串</translation>
        </message>
        <message>
            <source>an array</source>
            <translation>数组</translation>
        </message>
        <message>
            <source>a value</source>
            <translation>一个值</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>version %1 or older; this file needs a newer Cardfit</source>
            <translation>版本 %1 或更早；此文件需要更新的 Cardfit</translation>
        </message>
        <message>
            <source>the name of a model, or an object with one of %1</source>
            <translation>模型名称，或含以下之一的对象：%1</translation>
        </message>
        <message>
            <source>&quot;%1&quot; twice in one object</source>
            <translation>同一对象中“%1”出现两次</translation>
        </message>
        <message>
            <source>object with %1 entries</source>
            <translation>含 %1 项的对象</translation>
        </message>
        <message>
            <source>array with %1 entries</source>
            <translation>含 %1 项的数组</translation>
        </message>
        <message>
            <source>a known key (&quot;%1&quot;?)</source>
            <translation>已知的键（是否为“%1”？）</translation>
        </message>
        <message>
            <source>more than %1 levels</source>
            <translation>超过 %1 层</translation>
        </message>
        <message>
            <source>one of %1</source>
            <translation>以下之一：%1</translation>
        </message>
        <message>
            <source>%1 bytes</source>
            <translation>%1 字节</translation>
        </message>
        <message>
            <source>byte %1</source>
            <translation>字节 %1</translation>
        </message>
        <message>
            <source>a whole number %1..%2</source>
            <translation>%1 至 %2 的整数</translation>
        </message>
        <message>
            <source>a number %1..%2</source>
            <translation>%1 至 %2 的数</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::EvidencePlot</name>
        <message>
            <source>Predicted against measured</source>
            <translation>预测与实测</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::ClaimsWindow</name>
        <message>
            <source>What people say, answered</source>
            <translation>常见说法与回答</translation>
        </message>
        <message>
            <source>Planning …</source>
            <translation>正在计算 …</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>no</source>
            <translation>否</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::EvidencePageView</name>
        <message>
            <source>Measurements of</source>
            <translation>实测类别</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>显存</translation>
        </message>
        <message>
            <source>Start-ups</source>
            <translation>启动日志</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Serving</source>
            <translation>推理服务</translation>
        </message>
        <message>
            <source>Further</source>
            <translation>后来遇到</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>Card</source>
            <translation>显卡</translation>
        </message>
        <message>
            <source>all engines</source>
            <translation>全部引擎</translation>
        </message>
        <message>
            <source>all tasks</source>
            <translation>全部任务</translation>
        </message>
        <message>
            <source>all cards</source>
            <translation>全部显卡</translation>
        </message>
        <message>
            <source>Predicted against measured</source>
            <translation>预测与实测</translation>
        </message>
        <message>
            <source>Reading the measurements …</source>
            <translation>正在读取实测数据……</translation>
        </message>
        <message>
            <source>By class</source>
            <translation>分类统计</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::EvidenceTableModel</name>
        <message>
            <source>rows</source>
            <translation>条数</translation>
        </message>
        <message>
            <source>median</source>
            <translation>中位</translation>
        </message>
        <message>
            <source>p90</source>
            <translation>九成</translation>
        </message>
        <message>
            <source>in 80 %</source>
            <translation>80 % 区间内</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::EvidenceTableView</name>
        <message>
            <source>Error by class; Enter shows the points of one class</source>
            <translation>各类误差；按 Enter 只看一类的点</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::ExplainModel</name>
        <message>
            <source>term</source>
            <translation>项</translation>
        </message>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>how well founded</source>
            <translation>依据</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::ExplainPanel</name>
        <message>
            <source>Explain</source>
            <translation>构成说明</translation>
        </message>
        <message>
            <source>Weakest term below: %1</source>
            <translation>下层最弱的依据：%1</translation>
        </message>
        <message>
            <source>Formula and source</source>
            <translation>公式与来源</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>The whole tree as text (Ctrl+C)</source>
            <translation>将整棵树复制为文本（Ctrl+C）</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Close (Esc)</source>
            <translation>关闭（Esc）</translation>
        </message>
        <message>
            <source>Terms</source>
            <translation>各项</translation>
        </message>
        <message>
            <source>The current scenario does not have this number.</source>
            <translation>当前场景没有这个数值。</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::FindPanel</name>
        <message>
            <source>Find the best configurations</source>
            <translation>查找最佳配置</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Close (Esc)</source>
            <translation>关闭（Esc）</translation>
        </message>
        <message>
            <source>Find</source>
            <translation>查找</translation>
        </message>
        <message>
            <source>no other configuration is cheaper, quicker and has more throughput; Enter takes one</source>
            <translation>没有其他配置同时更便宜、更快且吞吐更高；按 Enter 选用</translation>
        </message>
        <message>
            <source>searching cards, counts, splits, precisions and batches: %1 %</source>
            <translation>正在搜索显卡、数量、切分、精度和批次：%1 %</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::SearchTableView</name>
        <message>
            <source>Configurations, best first; Enter chooses one</source>
            <translation>配置，最佳在前；按 Enter 选用</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::SearchPlot</name>
        <message>
            <source>Cost against latency</source>
            <translation>成本与延迟</translation>
        </message>
        <message>
            <source>%1/month</source>
            <translation>%1/月</translation>
        </message>
        <message>
            <source>time of the job</source>
            <translation>任务用时</translation>
        </message>
        <message>
            <source>time of an answer</source>
            <translation>回答用时</translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::SpeedPageView</name>
        <message>
            <source>Figures at the present load</source>
            <translation>当前负载下的数值</translation>
        </message>
        <message>
            <source>Pins a card beside the chosen one; once more takes it off</source>
            <translation>把一款卡固定在所选卡旁；再选一次则取下</translation>
        </message>
        <message>
            <source>Pin a card</source>
            <translation>固定一款卡</translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>TTFT limit</source>
            <translation>TTFT 上限</translation>
        </message>
        <message>
            <source>TPOT limit</source>
            <translation>TPOT 上限</translation>
        </message>
    </context>
</TS>
